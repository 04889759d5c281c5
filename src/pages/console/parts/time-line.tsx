import {useEffect, useMemo, useState} from 'preact/hooks';
import {feed} from '../state/exchanges.js';
import type {Request} from '../state/feed.js';
import {go, hrefWith} from '../state/route.js';
import {asOf, asOfRequest} from './as-of.js';

/** Milliseconds that the knob must rest before data is loaded. */
const rest = 120;

/** A time line of all requests, with a knob at a request or, at the right end, at the current state. */
export function TimeLine() {
  const rows = feed.value?.rows.value ?? [];
  const end = rows.length;
  const standing = standingAt(rows);
  const [held, setHeld] = useState<number | undefined>(undefined);
  const place = held ?? standing;
  useEffect(() => {
    if (held === undefined) {
      return undefined;
    }
    const timer = setTimeout(() => {
      go(hrefWith({as_of: stateAt(rows, held)}), {isReplaced: true});
      setHeld(undefined);
    }, rest);
    return () => clearTimeout(timer);
  }, [held]);
  if (end === 0) {
    return null;
  }
  const step = (by: number) => setHeld(Math.max(first, Math.min(end, place + by)));
  return (
    <section class="time-line" aria-label="Time line">
      <button type="button" aria-label="Previous request" disabled={place === first} onClick={() => step(-1)}>
        ‹
      </button>
      <div class="scrubber">
        <Ticks rows={rows} />
        <input
          type="range"
          data-key="t"
          aria-label="Time line: the account as of a request"
          aria-valuetext={labelOf(rows, place)}
          min={first}
          max={end}
          step={1}
          value={place}
          onInput={event => setHeld(Number(event.currentTarget.value))}
        />
      </div>
      <button type="button" aria-label="Next request" disabled={place === end} onClick={() => step(1)}>
        ›
      </button>
      <span class="standing">{labelOf(rows, place)}</span>
    </section>
  );
}

/** The knob's positions: -1 is before the first request, and the last one is the current state. */
const first = -1;

function standingAt(rows: readonly Request[]): number {
  const {seq, isBefore} = asOfRequest.value ?? {};
  const index = rows.findIndex(request => request.seq === seq);
  return index === -1 ? rows.length : isBefore ? index - 1 : index;
}

function stateAt(rows: readonly Request[], place: number): string {
  const before = place === first ? `before:${rows[0]!.seq}` : '';
  return rows[place] === undefined ? before : `request:${rows[place].seq}`;
}

function labelOf(rows: readonly Request[], place: number): string {
  const request = rows[Math.max(0, place)];
  if (request === undefined) {
    return asOf.value === undefined || asOfRequest.value !== undefined ? 'now' : asOf.value;
  }
  const {seq, method, url} = request;
  return `${place === first ? 'before ' : ''}#${seq} ${method} ${url.split('?', 1)[0]}`;
}

/** Heights in percent. */
const heights = {read: 35, write: 90, wrong: 60} as const;

const kinds = Object.keys(heights) as Array<keyof typeof heights>;

const kindOf = ({status, changed}: Request) => (status >= 400 || status === 0 ? 'wrong' : changed ? 'write' : 'read');

/** If there are more requests, neighbors share a line, so that a gap remains between lines. */
const maxLines = 100;

/**
 * A line for each request: taller if it changed data, colored if it failed. A line for many requests is a stack, in
 * which each kind has a height proportional to its share.
 */
function Ticks({rows}: {readonly rows: readonly Request[]}) {
  const size = Math.ceil(rows.length / maxLines);
  const lines = useMemo(() => {
    const found = {read: '', write: '', wrong: ''};
    for (let start = 0; start < rows.length; start += size) {
      const group = rows.slice(start, start + size).map(kindOf);
      let top = 100;
      for (const kind of kinds) {
        const share = group.filter(each => each === kind).length / group.length;
        const height = share * (size === 1 ? heights[kind] : heights.write);
        found[kind] += height === 0 ? '' : `M${start + (group.length + 1) / 2} ${top}v-${height}`;
        top -= height;
      }
    }
    return Object.entries(found);
  }, [rows]);
  return (
    <svg
      class="ticks"
      viewBox={`0 0 ${rows.length + 1} 100`}
      preserveAspectRatio="none"
      style={{'--steps': Math.ceil(rows.length / size) + 1}}
      aria-hidden="true"
    >
      {lines.map(([kind, line]) => (
        <path key={kind} class={kind} d={line} />
      ))}
    </svg>
  );
}
