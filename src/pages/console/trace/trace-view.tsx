import {useMemo} from 'preact/hooks';
import type {TracedEvent} from '../../../exchanges/trace/format.js';
import {Empty} from '../parts/empty.js';
import {go, hrefOf, hrefWith, path, query} from '../state/route.js';
import {filtersIn} from '../views/requests/filter.js';
import {FilterBox} from '../views/requests/filter-box.js';
import {List} from '../views/requests/list.js';
import {requestHref} from '../views/requests/row.js';
import {asRequest, fits} from './as-request.js';
import {trace} from './open-trace.js';
import {TracedDetail} from './traced-detail.js';

const none: ReadonlyMap<number, string> = new Map();

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
  const event = events.find(({n}) => n === shown);
  return (
    <>
      <div class="banner as-of" role="status">
        <p>
          <strong>{name}</strong>: {events.length} events of crm-sandbox {head.sandbox}, seed {head.seed}
          {!isWhole && '. The file was cut: its end is missing'}
        </p>
        {!isAlone && (
          <button type="button" onClick={leave}>
            Close the trace
          </button>
        )}
      </div>
      <h1 class="unseen">Trace</h1>
      <div class={event === undefined ? 'requests view' : 'requests view open'}>
        <section class="requests-side" aria-label="All events">
          <FilterBox line={line} refusal="" onLine={q => go(hrefWith({q}), {isReplaced: true})} />
          {found.length === 0 ? (
            <Empty title="No event is so" />
          ) : (
            <List rows={found.map(([, row]) => row)} shown={event?.n} levels={none} onOpen={n => go(requestHref(n))} />
          )}
        </section>
        {event !== undefined && <TracedDetail key={event.n} event={event as TracedEvent} />}
      </div>
    </>
  );
}
