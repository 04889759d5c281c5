import type {TracedEvent, TracedRequest} from '../../../exchanges/trace/format.js';
import {JsonBox, Method, Pairs, Status, tones} from '../parts/values.js';
import {DetailPanel} from '../views/requests/detail.js';
import {Body} from '../views/requests/tabs.js';

export function TracedDetail({event}: {readonly event: TracedEvent}) {
  return (
    <DetailPanel label={`Event ${event.n}`}>
      {event.type === 'request' ? (
        <TracedRequestDetail event={event} />
      ) : (
        <>
          <header class="detail-head stack">
            <h2>
              <span class="number">#{event.n}</span> {event.operation}
            </h2>
            <p class="facts row muted">
              Admin operation in the account {event.account} at {event.at}
            </p>
          </header>
          <div class="tab-panel stack">
            <Pairs title="Path parameters" of={event.params ?? {}} />
            <Pairs title="Query" of={event.query ?? {}} />
            {event.body !== undefined && <JsonBox value={event.body} label="Body" />}
          </div>
        </>
      )}
    </DetailPanel>
  );
}

function TracedRequestDetail({event}: {readonly event: TracedRequest}) {
  const {n, method, status, url, operation, at, account, changes = [], body, reply, headers = {}} = event;
  return (
    <>
      <header class="detail-head stack">
        <h2>
          <span class="number">#{n}</span> <Method method={method} /> <Status status={status} />
        </h2>
        <p class="url">{url}</p>
        <p class="facts row muted">
          <span>{operation ?? 'no operation'}</span>
          <span>{account ?? 'no account'}</span>
          <span>{at}</span>
        </p>
      </header>
      <div class="tab-panel stack">
        {changes.length > 0 && (
          <section>
            <h3>Records</h3>
            <ul class="plain">
              {changes.map(({change, collection, id}) => (
                <li key={`${change} ${collection} ${id}`}>
                  <span class={`badge ${tones[change]}`}>{change}</span> {collection} {id}
                </li>
              ))}
            </ul>
          </section>
        )}
        {body !== undefined && <Body of={{body: parsed(body)}} />}
        {reply !== undefined && (
          <Body title="Response" of={{body: typeof reply === 'string' ? parsed(reply) : reply}} />
        )}
        <Pairs title="Headers" of={headers} />
      </div>
    </>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
