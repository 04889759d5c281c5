import {useState} from 'preact/hooks';
import {Waiting} from '../../parts/waiting.js';
import {account} from '../../state/accounts.js';
import {ask} from '../../state/api.js';
import {changes} from '../../state/exchanges.js';
import {useLoaded} from '../../state/loaded.js';
import {ChangeTab} from '../requests/detail/change-tab.js';
import type {Change} from '../requests/details.js';

export function Differences({names}: {readonly names: readonly string[]}) {
  const [range, setRange] = useState<{readonly from: string; readonly to: string} | undefined>(undefined);
  const compare = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setRange({from: String(form.get('from')).trim(), to: String(form.get('to')).trim()});
  };
  return (
    <section class="axis" aria-label="Compare">
      <h2>Compare two states</h2>
      <form class="card inline-form" onSubmit={compare}>
        <label class="field grow">
          <span>From: a snapshot, baseline, before:12, request:12</span>
          <input name="from" list="states" required defaultValue="baseline" spellcheck={false} />
        </label>
        <label class="field grow">
          <span>To: empty for the present</span>
          <input name="to" list="states" spellcheck={false} />
        </label>
        <button type="submit">Compare</button>
        <datalist id="states">
          {['baseline', ...names].map(name => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </form>
      {range !== undefined && <Difference {...range} />}
    </section>
  );
}

function Difference({from, to}: {readonly from: string; readonly to: string}) {
  const query = new URLSearchParams({from, ...(to !== '' && {to})});
  const loaded = useLoaded<Change>(
    signal => ask('GET', `/_sandbox/diff?${query}`, {signal}),
    `${account.value} ${query}`,
    to === '' ? [changes.value] : [],
  );
  return (
    <Waiting of={loaded}>
      {change => (
        <div class="card tab-panel">
          <p>
            {change.total.created} created, {change.total.changed} changed, {change.total.deleted} deleted
          </p>
          <ChangeTab change={change} />
        </div>
      )}
    </Waiting>
  );
}
