import {useEffect, useRef, useState} from 'preact/hooks';
import {feed} from '../state/exchanges.js';
import type {Request} from '../state/feed.js';
import {go, hrefWith} from '../state/route.js';
import {theme} from '../state/theme.js';
import {asOf, asOfSeq, isBefore} from './as-of.js';

/** Milliseconds that the knob must rest before data are loaded. */
const rest = 120;

/** A time line of all requests, with a knob at a request or, at the right end, at the present. */
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

/** The knob's positions: -1 is before the first request, and the last one is the present. */
const first = -1;

function standingAt(rows: readonly Request[]): number {
  const index = rows.findIndex(({seq}) => seq === asOfSeq.value);
  if (index === -1) {
    return rows.length;
  }
  return isBefore.value ? index - 1 : index;
}

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
      return undefined; // unmounted before the effect ran
    }
    const draw = () => drawTicks(drawn, rows);
    const observer = new ResizeObserver(draw); // also draws initially
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

/** Width of the scrubber's knob, whose center moves from half of it to half of it before the end. */
const knob = 16;

/**
 * Draws a line for each request: taller if it changed data, colored if it failed. If there are more requests than
 * pixels, lines overlap.
 */
function drawTicks(canvas: HTMLCanvasElement, rows: readonly Request[]): void {
  const {clientWidth: width, clientHeight: height} = canvas;
  const scale = devicePixelRatio;
  canvas.width = width * scale;
  canvas.height = height * scale;
  const pen = canvas.getContext('2d')!;
  pen.scale(scale, scale);
  const style = getComputedStyle(canvas);
  const colours = ['--tick', '--tick-write', '--tick-wrong'].map(name => style.getPropertyValue(name));
  const step = (width - knob) / (rows.length + 1);
  const thickness = Math.max(1, Math.min(4, step - 1));
  for (const kind of [0, 1, 2]) {
    pen.fillStyle = colours[kind]!;
    rows.forEach((request, index) => {
      if (kindOf(request) === kind) {
        const tall = height * (kind === 1 ? 0.9 : kind === 2 ? 0.6 : 0.35);
        pen.fillRect(Math.round(knob / 2 + (index + 1) * step - thickness / 2), height - tall, thickness, tall);
      }
    });
  }
}

const kindOf = ({status, changed}: Request): number => (status >= 400 || status === 0 ? 2 : changed ? 1 : 0);
