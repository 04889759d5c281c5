import {Method, Status} from '../../parts/badge.js';
import type {Request} from '../../state/feed.js';
import {hrefOf, query} from '../../state/route.js';
import {rowHeight} from './window-of-rows.js';
import {useWritten} from './written.js';

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
  readonly found: string | undefined;
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
        {mark !== null && <span class="mark">{mark}</span>}
      </span>
      <span role="gridcell">
        <Status status={status} />
      </span>
      <span role="gridcell" class="ms">
        {ms < 10 ? ms.toFixed(1) : Math.round(ms)}
        <small> ms</small>
      </span>
      <span role="gridcell" class="wrote">
        {request.changed && (request.wrote ?? <Written request={request} />)}
      </span>
      <span role="gridcell" class="notes">
        {fault !== null && (
          <span class="fault" title={`injected by ${fault.id}, ${fault.when}`}>
            {fault.kind}
          </span>
        )}
        {found !== undefined && (
          <span class={`found ${found}`} title="Something was found in this request">
            {found}
          </span>
        )}
        {found === undefined && ignored > 0 && (
          <span class="found info" title="Fields or parameters that the service let pass without a word">
            {ignored} ignored
          </span>
        )}
      </span>
    </div>
  );
}

function Written({request}: {readonly request: Request}) {
  return <>{useWritten(request) ?? 'wrote'}</>;
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
