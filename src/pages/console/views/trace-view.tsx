import {useMemo} from 'preact/hooks';
import type {TracedControl, TracedEvent, TracedRequest} from '../../../exchanges/trace/format.js';
import {frameSeparator} from '../../../preload/caller/frames.js';
import {parsedJson} from '../../../schema/formats.js';
import {Empty} from '../parts/sheet.js';
import {JsonBox, Pairs, signs, tones} from '../parts/values.js';
import type {Request} from '../state/feed.js';
import {describeControl, trace} from '../state/open-trace.js';
import {go, hrefOf, hrefWith, path, query} from '../state/route.js';
import {DetailHead, DetailPanel} from './requests/detail.js';
import {FilterBox, filtersIn} from './requests/filter-box.js';
import {List} from './requests/list.js';
import {requestHref} from './requests/row.js';
import {Body} from './requests/tabs.js';

const leave = () => {
  trace.value = undefined;
  go(hrefOf(['requests']));
};

export function TraceView() {
  const {name, head, events, isWhole, isAlone} = trace.value!;
  const line = query.value.get('q') ?? '';
  const all = useMemo(() => events.map(event => [event, asRequest(event)] as const), [events]);
  const found = useMemo(() => {
    const filters = new URLSearchParams(filtersIn(line));
    return all.filter(each => fits(...each, filters));
  }, [all, line]);
  const shown = Number(path.value[1] ?? Number.NaN);
  const open = all.find(([{n}]) => n === shown);
  return (
    <>
      <div class="banner bar warn" role="status">
        <p>
          <strong>{name}</strong>: {events.length} events of crm-sandbox {head.sandbox}, seed {head.seed}
          {!isWhole && '. The file is incomplete: its end is missing'}
        </p>
        {!isAlone && (
          <button type="button" onClick={leave}>
            Close the trace
          </button>
        )}
      </div>
      <h1 class="unseen">Trace</h1>
      <div class={open === undefined ? 'requests view' : 'requests view open'}>
        <section class="requests-side panel" aria-label="All events">
          <FilterBox line={line} error="" onLine={q => go(hrefWith({q}), {isReplaced: true})} />
          {found.length === 0 ? (
            <Empty title="No matching events" />
          ) : (
            <List rows={found.map(([, row]) => row)} shown={open?.[0].n} onOpen={n => go(requestHref(n))} />
          )}
        </section>
        {open !== undefined && <TracedDetail key={shown} event={open[0]} row={open[1]} />}
      </div>
    </>
  );
}

function TracedDetail({event, row}: {readonly event: TracedEvent; readonly row: Request}) {
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
      {body !== undefined && <Body of={{body: parsedJson(body, body)}} />}
      {reply !== undefined && (
        <Body title="Response" of={{body: typeof reply === 'string' ? parsedJson(reply, reply) : reply}} />
      )}
      <Pairs title="Headers" of={headers} />
    </div>
  );
}

/** Converts an event of a trace to a row of the list. Admin operations have the method `ADMIN`. */
function asRequest(event: TracedEvent): Request {
  const common = {
    seq: event.n,
    at: event.at ?? '',
    received_at: '',
    account: event.account,
    ms: 0,
    caller: null,
    mark: null,
    unassigned: null,
    refusal: null,
    fault: null,
    overrides: event.type === 'request' ? (event.overrides ?? []).map(({id}) => id) : [],
    ignored: 0,
    findings: [],
  };
  if (event.type === 'control') {
    return {...common, method: 'ADMIN', url: describeControl(event), operation: null, status: 200, changed: false};
  }
  const {method, url, operation = null, status, caller = null} = event;
  const wrote = wroteIn(event);
  return {...common, method, url, operation, status, caller, changed: wrote !== '', wrote};
}

function wroteIn({changes = [], changed = 0}: TracedRequest): string {
  if (changes.length === 0) {
    return changed > 0 ? `${changed} records` : '';
  }
  const [first] = changes;
  const more = Math.max(changed, changes.length) - 1;
  return `${signs[first!.change]}${first!.collection} ${first!.id}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The filters by name, the same as for a sandbox's list. */
const tests: Readonly<Record<string, (row: Request, value: string) => boolean>> = {
  status: ({status}, value) => (/^\dxx$/i.test(value) ? String(status)[0] === value[0] : String(status) === value),
  changed: ({changed}, value) => String(changed) === value,
  method: ({method}, value) => method === value.toUpperCase(),
  operation: ({operation}, value) => operation?.startsWith(value) ?? false,
  unmatched: ({operation, status}, value) => String(operation === null && status >= 400) === value,
  account: ({account}, value) => (account ?? '').startsWith(value),
  caller: ({caller}, value) => (caller ?? '').split(frameSeparator).some(frame => frame.startsWith(value)),
  path: ({url}, value) => url.startsWith(value.replace(/\*$/, '')),
};

/** An unknown filter searches the event's text. */
const fits = (event: TracedEvent, row: Request, filters: URLSearchParams): boolean =>
  [...filters].every(([name, value]) =>
    Object.hasOwn(tests, name)
      ? tests[name]!(row, value)
      : JSON.stringify(event).toLowerCase().includes(value.toLowerCase()),
  );
