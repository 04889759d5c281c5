import {useEffect, useState} from 'preact/hooks';
import {Empty} from '../../parts/empty.js';
import {account} from '../../state/accounts.js';
import {feed} from '../../state/exchanges.js';
import {Feed} from '../../state/feed.js';
import {go, hrefWith, path, query} from '../../state/route.js';
import {Detail} from './detail/detail.js';
import {filtersIn} from './filter.js';
import {FilterBox} from './filter-box.js';
import {FirstRequest} from './first-request.js';
import {levelsBySeq, useFindings} from './found.js';
import {List} from './list.js';
import {requestHref} from './row.js';

/** The feed of the account, or a separate one if a filter is set. */
function useFeed(filters: string): Feed | undefined {
  const [own, setOwn] = useState<Feed | undefined>(undefined);
  const whole = feed.value;
  useEffect(() => {
    if (filters === '' || whole === undefined) {
      setOwn(undefined);
      return undefined;
    }
    const made = new Feed(account.value, filters);
    setOwn(made);
    return () => made.close();
  }, [filters, whole]);
  return filters === '' ? whole : own;
}

/** The requests of clients as they arrive, and one request in detail. */
export function Requests() {
  const line = query.value.get('q') ?? '';
  const shown = Number(path.value[1] ?? Number.NaN);
  const found = useFindings();
  const current = useFeed(filtersIn(line));
  const rows = current?.version.value === undefined ? [] : current.rows;
  const isOpen = Number.isInteger(shown) && shown > 0;
  return (
    <div class={isOpen ? 'requests open' : 'requests'}>
      <h1 class="unseen">Requests</h1>
      <section class="requests-side" aria-label="All requests">
        <FilterBox
          line={line}
          refusal={current?.refusal.value ?? ''}
          onLine={next => go(hrefWith({q: next}), {isReplaced: true})}
        />
        {current !== undefined && current.evicted.value > 0 && (
          <p class="notice">
            Requests up to {current.evicted.value} are kept no more: the journal has the latest. --journal-requests says
            how many.
          </p>
        )}
        <Rows rows={rows} feed={current} line={line}>
          <List
            rows={rows}
            shown={isOpen ? shown : undefined}
            levels={levelsBySeq(found.value?.findings ?? [])}
            onOpen={seq => go(requestHref(seq), {isReplaced: isOpen})}
          />
        </Rows>
      </section>
      {isOpen && (
        <Detail key={`${account.value} ${shown}`} seq={shown} rows={rows} findings={found.value?.findings ?? []} />
      )}
    </div>
  );
}

interface RowsProps {
  readonly rows: readonly unknown[];
  readonly feed: Feed | undefined;
  readonly line: string;
  readonly children: preact.ComponentChildren;
}

function Rows({rows, feed: current, line, children}: RowsProps) {
  if (rows.length > 0) {
    return <>{children}</>;
  }
  if (!current?.isLoaded.value) {
    return (
      <p class="waiting" role="status">
        Loading…
      </p>
    );
  }
  if (line === '') {
    return <FirstRequest />;
  }
  return current.refusal.value === '' ? (
    <Empty title="No request is so">
      <p>None of those that the journal has. The next that fits is shown as it comes.</p>
      <button type="button" onClick={() => go(hrefWith({q: ''}), {isReplaced: true})}>
        Show all
      </button>
    </Empty>
  ) : null;
}
