import {computed} from '@preact/signals';
import {change} from '../state/exchanges.js';
import {go, hrefOf, hrefWith, query} from '../state/route.js';
import {Confirm} from './buttons.js';

/** The displayed state: `request:142`, `before:142`; undefined for the current one. */
export const asOf = computed(() => query.value.get('as_of') ?? undefined);

/** The request of this state, if any: the state is the one before or after it. */
export const asOfRequest = computed(() => {
  const [, side, seq] = /^(request|after|before):(\d+)$/.exec(asOf.value ?? '') ?? [];
  return seq === undefined ? undefined : {seq: Number(seq), isBefore: side === 'before'};
});

export function AsOfBanner() {
  const state = asOf.value;
  if (state === undefined) {
    return null;
  }
  const request = asOfRequest.value;
  const time =
    request === undefined ? `at ${state}` : `${request.isBefore ? 'before' : 'after'} request ${request.seq}`;
  const restore = async () => {
    const path = `/_sandbox/restore?to=${encodeURIComponent(state)}`;
    await change('POST', path, `The account was restored to the state ${time}`);
    go(hrefWith({as_of: ''}));
  };
  return (
    <div class="banner bar warn" role="status">
      <p>
        <strong>The past, read-only.</strong> This page shows the data as it was {time}.
      </p>
      <span class="row">
        {request !== undefined && <a href={hrefOf(['requests', String(request.seq)])}>Request {request.seq}</a>}
        <Confirm label="Restore this state" title="Restore this state?" verb="Restore" action={restore}>
          <p>This restores the account's data, ids and clock as they were {time}.</p>
        </Confirm>
        <a class="button primary" href={hrefWith({as_of: ''})}>
          Back to the present
        </a>
      </span>
    </div>
  );
}
