import type {TracedControl, TracedEvent, TracedRequest} from '../../../exchanges/trace/format.js';
import {JsonBox, Pairs, tones} from '../parts/values.js';
import type {Request} from '../state/feed.js';
import {DetailHead, DetailPanel} from '../views/requests/detail.js';
import {Body} from '../views/requests/tabs.js';

interface TracedDetailProps {
  readonly event: TracedEvent;
  /** The event's row in the list. */
  readonly row: Request;
}

export function TracedDetail({event, row}: TracedDetailProps) {
  const {operation, account, at} = row;
  return (
    <DetailPanel label={`Event ${event.n}`}>
      {event.type === 'request' ? (
        <>
          <DetailHead request={row} facts={[operation ?? 'no operation', account ?? 'no account', at]} />
          <RequestParts event={event} />
        </>
      ) : (
        <>
          <DetailHead request={{...row, url: event.operation}} facts={['admin operation', account ?? '', at]} />
          <ControlParts event={event} />
        </>
      )}
    </DetailPanel>
  );
}

function ControlParts({event: {params = {}, query = {}, body}}: {readonly event: TracedControl}) {
  return (
    <div class="tab-panel stack">
      <Pairs title="Path parameters" of={params} />
      <Pairs title="Query" of={query} />
      {body !== undefined && <JsonBox value={body} label="Body" />}
    </div>
  );
}

function RequestParts({event: {changes = [], body, reply, headers = {}}}: {readonly event: TracedRequest}) {
  return (
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
      {reply !== undefined && <Body title="Response" of={{body: typeof reply === 'string' ? parsed(reply) : reply}} />}
      <Pairs title="Headers" of={headers} />
    </div>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
