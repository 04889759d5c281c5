import {Confirm} from '../parts/confirm.js';
import {say} from '../state/announce.js';
import {ask} from '../state/api.js';
import {noteChange} from '../state/exchanges.js';
import {go, hrefOf, hrefWith} from '../state/route.js';
import {asOf, asOfSeq} from './as-of.js';

/** Shown while data are displayed as of an earlier state, with a link to the present. */
export function AsOfBanner() {
  const state = asOf.value;
  if (state === undefined) {
    return null;
  }
  const seq = asOfSeq.value;
  const restore = async () => {
    await ask('POST', `/_sandbox/restore?to=${encodeURIComponent(state)}`);
    noteChange();
    go(hrefWith({as_of: ''}));
    say(`The account is as it was ${inWords(state)}`);
  };
  return (
    <div class="banner as-of" role="status">
      <p>
        <strong>The past, read only.</strong> Data are shown as they were {inWords(state)}.
      </p>
      <span class="row">
        {seq !== undefined && <a href={hrefOf(['requests', String(seq)])}>Request {seq}</a>}
        <Confirm label="Make it the present" title="Go back to this state?" verb="Go back" action={restore}>
          <p>The data, the ids and the clock of the account become what they were {inWords(state)}.</p>
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
