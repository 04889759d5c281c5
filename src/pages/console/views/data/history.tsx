import {Method, Status} from '../../parts/badge.js';
import {account} from '../../state/accounts.js';
import {ask} from '../../state/api.js';
import {arrivals} from '../../state/exchanges.js';
import type {Request} from '../../state/feed.js';
import {useLoaded} from '../../state/loaded.js';
import {hrefOf} from '../../state/route.js';

/** The requests that changed a record, the latest first. */
export function History({record}: {readonly record: string}) {
  const {value, error} = useLoaded<{requests: readonly Request[]}>(
    signal => ask('GET', `/_sandbox/requests?record=${encodeURIComponent(record)}&limit=100`, {signal}),
    `${account.value} ${record}`,
    [arrivals.value],
  );
  const requests = value?.requests.toReversed() ?? [];
  return (
    <section class="card history" aria-label="History">
      <h2>History</h2>
      {error !== undefined && <p class="error">{error}</p>}
      {value !== undefined && requests.length === 0 && <p class="muted">No request that the journal has touched it.</p>}
      <ul class="plain">
        {requests.map(({seq, method, status, changed, caller}) => (
          <li key={seq}>
            <a href={hrefOf(['requests', String(seq)], {tab: changed ? 'change' : ''})}>#{seq}</a>{' '}
            <Method method={method} /> <Status status={status} /> {changed && <span class="wrote">wrote</span>}{' '}
            <span class="muted">{caller}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
