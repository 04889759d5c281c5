import {useEffect, useState} from 'preact/hooks';
import type {ShownRequest} from '../../../../admin/requests/show.js';
import type {DataDiff} from '../../../../exchanges/change/data-diff.js';
import type {Level} from '../../../../findings/finding.js';
import {Method, Status, tones} from '../../parts/values.js';
import {account} from '../../state/accounts.js';
import {fetchJson} from '../../state/api.js';
import type {Request} from '../../state/feed.js';
import {hrefOf, query} from '../../state/route.js';
import {rowHeight} from './window-of-rows.js';

export const requestHref = (seq: number): string => {
  const {q = '', tab = ''} = Object.fromEntries(query.value);
  return hrefOf(['requests', String(seq)], {q, tab});
};

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hour12: false,
});

export const timeOf = ({received_at, at}: Request): string =>
  received_at === '' ? at.slice(11, 19) : clock.format(new Date(received_at));

interface RowProps {
  readonly request: Request;
  /** Index from the newest. */
  readonly place: number;
  readonly isShown: boolean;
  readonly isActive: boolean;
  /** The worst level of its findings. */
  readonly found: Level | undefined;
  readonly onOpen: (seq: number) => void;
}

export function Row({request, place, isShown, isActive, found, onOpen}: RowProps) {
  const {seq, method, url, status, ms, ignored, fault, mark} = request;
  const {prefix, path, search} = partsOf(url);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list listens to the keys of all its rows
    <div
      role="row"
      class={isShown ? 'request shown' : 'request'}
      aria-rowindex={place + 2}
      aria-selected={isShown}
      tabIndex={isActive ? 0 : -1}
      data-seq={seq}
      style={{transform: `translateY(${place * rowHeight}px)`}}
      onClick={() => onOpen(seq)}
    >
      <span role="gridcell" class="number">
        {seq}
      </span>
      <span role="gridcell" class="time">
        {timeOf(request)}
      </span>
      <span role="gridcell">
        <Method method={method} />
      </span>
      <span role="gridcell" class="path" title={url}>
        <a href={requestHref(seq)} tabIndex={-1}>
          <span class="prefix">{prefix}</span>
          {path}
          <span class="search">{search}</span>
        </a>
        {mark !== null && <span class="badge violet">{mark}</span>}
      </span>
      <span role="gridcell">
        <Status status={status} />
      </span>
      <span role="gridcell" class="ms">
        {ms < 10 ? ms.toFixed(1) : Math.round(ms)}
        <small> ms</small>
      </span>
      <span role="gridcell" class="tone good">
        {request.changed && (request.wrote ?? <Summary request={request} />)}
      </span>
      <span role="gridcell" class="notes">
        {fault !== null && (
          <span class="badge violet" title={`injected by ${fault.id}, ${fault.when}`}>
            {fault.kind}
          </span>
        )}
        {found !== undefined && (
          <span class={`badge ${tones[found]}`} title="The worst level of the findings for this request">
            {found}
          </span>
        )}
        {found === undefined && ignored > 0 && (
          <span class="badge info" title="Fields or parameters that the service ignored silently">
            {ignored} ignored
          </span>
        )}
      </span>
    </div>
  );
}

function Summary({request}: {readonly request: Request}) {
  return <>{useSummary(request) ?? 'changed'}</>;
}

/** Common prefix of nearly all paths, omitted in narrow columns. */
const base = '/api/v1';

function partsOf(url: string) {
  const prefix = url.startsWith(`${base}/`) ? base : '';
  const rest = url.slice(prefix.length);
  const mark = rest.indexOf('?');
  return {
    prefix,
    path: mark === -1 ? rest : rest.slice(0, mark),
    search: mark === -1 ? '' : rest.slice(mark),
  };
}

/** Summaries of changes by account and number; only for rows that were visible. */
const summaries = new Map<string, string>();

/** Older summaries are dropped, and reloaded when they become visible again. */
const maxSummaries = 5000;

/** Milliseconds that a row must be visible before its summary is loaded, so that fast scrolling sends no requests. */
const rest = 120;

const signs = {created: '+', changed: '~', deleted: '−'} as const;

/** `+1 gift ~1 constituent`, from the collections' names. */
function wordsOf(change: DataDiff): string {
  const parts = (['created', 'changed', 'deleted'] as const).flatMap(kind =>
    Object.entries(change[kind]).map(([collection, records]) => `${signs[kind]}${records.length} ${collection}`),
  );
  return parts.length > 2 ? `${parts.slice(0, 2).join(' ')} …` : parts.join(' ');
}

function useSummary({seq, received_at}: Request): string | undefined {
  const name = `${account.value} ${seq} ${received_at}`;
  const [words, setWords] = useState(summaries.get(name));
  useEffect(() => {
    if (summaries.has(name)) {
      setWords(summaries.get(name));
      return undefined;
    }
    const ending = new AbortController();
    const timer = setTimeout(() => {
      fetchJson<ShownRequest>('GET', `/_sandbox/requests/${seq}`, {signal: ending.signal}).then(
        ({change}) => {
          if (summaries.size >= maxSummaries) {
            summaries.clear();
          }
          summaries.set(name, (change && wordsOf(change)) || 'no change');
          setWords(summaries.get(name));
        },
        () => {}, // on failure the row still shows that data changed
      );
    }, rest);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [name]);
  return words;
}
