import {computed} from '@preact/signals';
import {change} from '../state/exchanges.js';
import {go, hrefOf, hrefWith, query} from '../state/route.js';
import {Confirm} from './buttons.js';

/** The displayed state: `request:142`, `before:142`; undefined for the present. */
export const asOf = computed(() => query.value.get('as_of') ?? undefined);

/** True for the state before the request, false for the state after it. */
export const isBefore = computed(() => asOf.value?.startsWith('before:') ?? false);

/** The number of its request, if any. */
export const asOfSeq = computed(() => {
  const [, seq] = /^(?:request|after|before):(\d+)$/.exec(asOf.value ?? '') ?? [];
  return seq === undefined ? undefined : Number(seq);
});

/** Shown while data are displayed as of an earlier state, with a link to the present. */
export function AsOfBanner() {
  const state = asOf.value;
  if (state === undefined) {
    return null;
  }
  const seq = asOfSeq.value;
  const restore = async () => {
    const path = `/_sandbox/restore?to=${encodeURIComponent(state)}`;
    await change('POST', path, `The account was restored to the state ${inWords(state)}`);
    go(hrefWith({as_of: ''}));
  };
  return (
    <div class="banner bar warn" role="status">
      <p>
        <strong>The past, read-only.</strong> This page shows the data as it was {inWords(state)}.
      </p>
      <span class="row">
        {seq !== undefined && <a href={hrefOf(['requests', String(seq)])}>Request {seq}</a>}
        <Confirm label="Restore this state" title="Restore this state?" verb="Restore" action={restore}>
          <p>This restores the account's data, ids and clock as they were {inWords(state)}.</p>
        </Confirm>
        <a class="button primary" href={hrefWith({as_of: ''})}>
          Back to now
        </a>
      </span>
    </div>
  );
}

function inWords(state: string): string {
  const [, side, seq] = /^(request|after|before):(\d+)$/.exec(state) ?? [];
  return seq === undefined ? `at ${state}` : `${side === 'before' ? 'before' : 'after'} request ${seq}`;
}
