import {useEffect, useState} from 'preact/hooks';
import type {ShownRequest} from '../../../../admin/requests/show.js';
import type {DataDiff} from '../../../../exchanges/change/data-diff.js';
import {useResource} from '../../parts/resource.js';
import {Method, Status, signs, tones} from '../../parts/values.js';
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
  readonly onOpen: (seq: number) => void;
}

export function Row({request, place, isShown, isActive, onOpen}: RowProps) {
  const {seq, method, url, status, ms, ignored, fault, overrides, mark} = request;
  const found = (['error', 'warn', 'info'] as const).find(level => request.findings.some(one => one.level === level));
  const prefix = url.startsWith(`${base}/`) ? base : '';
  const [path = ''] = url.slice(prefix.length).split('?', 1);
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
          <span class="search">{url.slice(prefix.length + path.length)}</span>
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
        {overrides.length > 0 && (
          <span class="badge violet" title={`corrected by ${overrides.join(', ')}`}>
            override
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

/** Common prefix of nearly all paths, omitted in narrow columns. */
const base = '/api/v1';

/** Milliseconds that a row must be visible before its summary is loaded, so that fast scrolling sends no requests. */
const rest = 120;

/** Loads a summary of the request's changes and stores it in the row. */
function Summary({request}: {readonly request: Request}) {
  const [isSteady, setSteady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSteady(true), rest);
    return () => clearTimeout(timer);
  }, []);
  const {value} = useResource<ShownRequest>(isSteady ? `/_sandbox/requests/${request.seq}` : undefined);
  if (value !== undefined) {
    request.wrote = value.change === null ? 'no change' : wordsOf(value.change);
  }
  return <>{request.wrote ?? 'changed'}</>;
}

/** `+1 gift ~1 constituent`, from the collections' names. */
function wordsOf(change: DataDiff): string {
  const parts = (['created', 'changed', 'deleted'] as const).flatMap(kind =>
    Object.entries(change[kind]).map(([collection, records]) => `${signs[kind]}${records.length} ${collection}`),
  );
  return parts.length > 2 ? `${parts.slice(0, 2).join(' ')} …` : parts.join(' ') || 'no change';
}
