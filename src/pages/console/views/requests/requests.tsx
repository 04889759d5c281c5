import type {ComponentChildren} from 'preact';
import {useEffect, useState} from 'preact/hooks';
import {Snippet} from '../../parts/buttons.js';
import {Waiting} from '../../parts/resource.js';
import {Empty} from '../../parts/sheet.js';
import {account, keyOf} from '../../state/accounts.js';
import {feed} from '../../state/exchanges.js';
import {Feed} from '../../state/feed.js';
import {findings} from '../../state/findings.js';
import {go, hrefWith, path, query} from '../../state/route.js';
import {Detail} from './detail.js';
import {FilterBox, filtersIn} from './filter-box.js';
import {List} from './list.js';
import {requestHref} from './row.js';

/** The feed of the account, or a separate one if a filter is set. */
function useFeed(filters: string): Feed | undefined {
  const [filtered, setFiltered] = useState<Feed | undefined>(undefined);
  const whole = feed.value;
  useEffect(() => {
    if (filters === '' || whole === undefined) {
      setFiltered(undefined);
      return undefined;
    }
    const created = new Feed(account.value, filters);
    setFiltered(created);
    return () => created.close();
  }, [filters, whole]);
  return filters === '' ? whole : filtered;
}

export function Requests() {
  const line = query.value.get('q') ?? '';
  const shown = Number(path.value[1] ?? Number.NaN);
  const current = useFeed(filtersIn(line));
  const rows = current?.rows.value ?? [];
  const isOpen = Number.isInteger(shown) && shown > 0;
  const lostBefore = findings.value?.taken_over_at;
  return (
    <div class={isOpen ? 'requests open' : 'requests'}>
      <h1 class="unseen">Requests</h1>
      <section class="requests-side panel" aria-label="All requests">
        <FilterBox
          line={line}
          error={current?.error.value ?? ''}
          onLine={next => go(hrefWith({q: next}), {isReplaced: true})}
        />
        {current !== undefined && current.evicted.value > 0 && (
          <p class="banner warn">
            {lostBefore === undefined
              ? `Requests up to ${current.evicted.value} were dropped: the journal keeps the latest.`
              : `This node took over at ${lostBefore}: earlier requests are lost.`}
            {lostBefore === undefined && ' --journal-requests sets how many.'}
          </p>
        )}
        <Rows feed={current} line={line}>
          <List
            rows={rows}
            shown={isOpen ? shown : undefined}
            onOpen={seq => go(requestHref(seq), {isReplaced: isOpen})}
          />
        </Rows>
      </section>
      {isOpen && <Detail key={`${account.value} ${shown}`} seq={shown} rows={rows} />}
    </div>
  );
}

interface RowsProps {
  readonly feed: Feed | undefined;
  readonly line: string;
  readonly children: ComponentChildren;
}

function Rows({feed: current, line, children}: RowsProps) {
  if (current !== undefined && current.rows.value.length > 0) {
    return <>{children}</>;
  }
  if (!current?.isLoaded.value) {
    return <Waiting />;
  }
  if (line === '') {
    return <FirstRequest />;
  }
  return current.error.value === '' ? (
    <Empty title="No matching requests">
      <p>No request in the journal matches the filter. New ones appear as they arrive.</p>
      <button type="button" onClick={() => go(hrefWith({q: ''}), {isReplaced: true})}>
        Show all
      </button>
    </Empty>
  ) : null;
}

function FirstRequest() {
  const key = keyOf(account.value);
  return (
    <Empty title="No requests yet">
      <p>Requests to the API appear here as they arrive. This command requests one constituent:</p>
      <Snippet
        what="The command"
        text={`curl -H 'Authorization: Bearer ${key}' \\\n  '${location.origin}/api/v1/constituents?limit=1'`}
      />
      <p>
        Or point a client at <code>{location.origin}</code> with the key <code>{key}</code>.
      </p>
    </Empty>
  );
}
