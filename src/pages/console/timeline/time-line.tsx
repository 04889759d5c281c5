import {useEffect, useRef, useState} from 'preact/hooks';
import {feed} from '../state/exchanges.js';
import type {Request} from '../state/feed.js';
import {go, hrefWith} from '../state/route.js';
import {theme} from '../state/theme.js';
import {asOf, asOfSeq, isBefore} from './as-of.js';
import {drawTicks} from './ticks.js';

/** Milliseconds that the knob rests before the data are read as of there. */
const rest = 120;

/** All exchanges in a line, and a knob that stands at one of them or, at the right, at the present. */
export function TimeLine() {
  const rows = feed.value?.version.value === undefined ? [] : feed.value.rows;
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
      <button type="button" aria-label="One request back" disabled={place === first} onClick={() => step(-1)}>
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
      <button type="button" aria-label="One request on" disabled={place === end} onClick={() => step(1)}>
        ›
      </button>
      <span class="standing">{labelOf(rows, place)}</span>
    </section>
  );
}

/** Where the knob stands: -1 before the first request, then behind each, and behind all of them at the present. */
const first = -1;

function standingAt(rows: readonly Request[]): number {
  const index = rows.findIndex(({seq}) => seq === asOfSeq.value);
  if (index === -1) {
    return rows.length;
  }
  return isBefore.value ? index - 1 : index;
}

/** The state at a place; empty for the present. */
function stateAt(rows: readonly Request[], place: number): string {
  const request = rows[place];
  if (request !== undefined) {
    return `request:${request.seq}`;
  }
  return place === first ? `before:${rows[0]!.seq}` : '';
}

function labelOf(rows: readonly Request[], place: number): string {
  const request = rows[Math.max(0, place)];
  if (request === undefined) {
    return asOf.value === undefined || asOfSeq.value !== undefined ? 'now' : asOf.value;
  }
  const {seq, method, url} = request;
  return `${place === first ? 'before ' : ''}#${seq} ${method} ${url.split('?', 1)[0]}`;
}

function Ticks({rows}: {readonly rows: readonly Request[]}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const drawn = canvas.current;
    if (drawn === null) {
      return undefined; // it went before the effect came
    }
    const draw = () => drawTicks(drawn, rows);
    const observer = new ResizeObserver(draw); // draws when it begins, too
    observer.observe(drawn);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', draw);
    return () => {
      observer.disconnect();
      dark.removeEventListener('change', draw);
    };
  }, [rows, theme.value]);
  return <canvas ref={canvas} class="ticks" aria-hidden="true" />;
}
