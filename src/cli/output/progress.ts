import {writeSync} from 'node:fs';

/** Milliseconds: shorter work gets no line. */
const defaultPatience = 1000;

/** Milliseconds between two updates. */
const interval = 100;

/** stderr, except in tests. */
interface Terminal {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly fd: number;
}

/** Unfinished work, the outermost first: the last one uses the line on the terminal. */
let works: Array<Omit<Progress, 'elapsed'> & {readonly terminal: Terminal; readonly patience: number}> = [];
let startedAt = 0;
let timer: NodeJS.Timeout | undefined;
let drawn: {readonly on: Terminal; readonly at: number} | undefined;

function draw(): void {
  const work = works.at(-1);
  const elapsed = performance.now() - startedAt;
  if (work !== undefined && elapsed >= work.patience) {
    write(work.terminal, progressLine({...work, elapsed}, work.terminal.columns || 80));
    drawn = {on: work.terminal, at: performance.now()};
  }
}

function write({fd}: Terminal, text: string): void {
  try {
    writeSync(fd, `\r\x1b[K${text}`);
  } catch {} // The terminal currently accepts no output (EAGAIN); the next update tries again.
}

/**
 * Displays a progress line on a terminal while work takes longer than a second: a bar if `update` is called, otherwise
 * the elapsed time. The caller must call `stop`, even after an error.
 */
export function showWork(what: string, terminal: Terminal = process.stderr, patience = defaultPatience) {
  const work = {what, done: 0, total: 0, more: '', terminal, patience};
  if (terminal.isTTY && process.env['TERM'] !== 'dumb') {
    startedAt = works.length === 0 ? performance.now() : startedAt;
    timer ??= setInterval(draw, interval).unref();
    works.push(work);
  }
  return {
    update(done: number, total: number, more = ''): void {
      Object.assign(work, {done, total, more});
      // The timer does not fire while the work blocks the thread.
      if (performance.now() - (drawn?.at ?? 0) >= interval) {
        draw();
      }
    },
    stop(): void {
      works = works.filter(other => other !== work);
      if (works.length === 0) {
        endWork();
      }
    },
  };
}

/** Writes other output to the terminal, after removing the progress line. */
export function beside(output: () => void): void {
  if (drawn !== undefined) {
    write(drawn.on, '');
    drawn = undefined;
  }
  output();
}

/** Removes the progress line before a long output. */
export const endWork = () =>
  beside(() => {
    clearInterval(timer);
    timer = undefined;
    works = [];
  });

const barWidth = 20;

const bar = (start: number, width: number) =>
  '░'.repeat(start) + '█'.repeat(width) + '░'.repeat(barWidth - start - width);

interface Progress {
  readonly what: string;
  readonly done: number;
  /** Zero if unknown. */
  readonly total: number;
  /** Text after the numbers. */
  readonly more: string;
  /** Milliseconds. */
  readonly elapsed: number;
}

export function progressLine({what, done, total, more, elapsed}: Progress, columns: number): string {
  const text =
    total > 0
      ? `${what} ${bar(0, Math.floor((barWidth * done) / total))} ${Math.floor((100 * done) / total)}% ${done}/${total}${more}`
      : `${what} ${movingBar(elapsed)} ${Math.floor(elapsed / 1000)} s`;
  return text.slice(0, columns - 1);
}

/** A block of five that moves back and forth, one step every 100 ms. */
function movingBar(elapsed: number): string {
  const room = barWidth - 5;
  const step = Math.floor(elapsed / 100) % (2 * room);
  return bar(step < room ? step : 2 * room - step, 5);
}
