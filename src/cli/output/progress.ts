import {writeSync} from 'node:fs';

/** Work that takes less than this gets no line. Milliseconds. */
const usualPatience = 1000;

/** Milliseconds between two drawings. */
const interval = 100;

/** stderr, except in tests. */
interface Terminal {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly fd: number;
}

export interface Work {
  update(done: number, total: number): void;
  stop(): void;
}

/** The line on the terminal. Work within other work takes its place. */
interface Line {
  readonly terminal: Terminal;
  readonly patience: number;
  readonly startedAt: number;
  readonly timer: NodeJS.Timeout;
  readonly works: Array<{what: string; done: number; total: number}>;
  drawnAt: number | undefined;
}

let line: Line | undefined;

function draw(): void {
  const work = line?.works.at(-1);
  const elapsed = performance.now() - (line?.startedAt ?? 0);
  if (line !== undefined && work !== undefined && elapsed >= line.patience) {
    write(line.terminal, progressLine({...work, elapsed}, line.terminal.columns || 80));
    line.drawnAt = performance.now();
  }
}

function write({fd}: Terminal, text: string): void {
  try {
    writeSync(fd, `\r\x1b[K${text}`);
  } catch {} // The terminal accepts no more output right now (EAGAIN); the next drawing tries again.
}

/**
 * Shows a progress line on a terminal while work takes longer than a second: a bar if `update` is called, otherwise the
 * elapsed time. The caller must call `stop`, also after an error.
 */
export function showWork(what: string, terminal: Terminal = process.stderr, patience = usualPatience): Work {
  if (!terminal.isTTY || process.env['TERM'] === 'dumb') {
    return {update: () => undefined, stop: () => undefined};
  }
  const timer = line?.timer ?? setInterval(draw, interval).unref();
  line ??= {terminal, patience, startedAt: performance.now(), timer, works: [], drawnAt: undefined};
  const {works} = line;
  const work = {what, done: 0, total: 0};
  const depth = works.push(work);
  return {
    update: (done, total) => {
      Object.assign(work, {done, total});
      // The timer does not fire while the work keeps the thread busy.
      if (performance.now() - (line?.drawnAt ?? 0) >= interval) {
        draw();
      }
    },
    stop: () => {
      works.length = Math.min(works.length, depth - 1);
      if (works.length === 0 && line?.works === works) {
        endWork();
      }
    },
  };
}

/** Writes other output to the terminal, without the progress line in its way. */
export function beside(output: () => void): void {
  if (line?.drawnAt !== undefined) {
    write(line.terminal, '');
    line.drawnAt = undefined;
  }
  output();
}

/** Removes the progress line before a long output. */
export const endWork = () =>
  beside(() => {
    clearInterval(line?.timer);
    line = undefined;
  });

const barWidth = 20;
const [full, empty] = ['█', '░'];

/** The width of the part that moves when the total is unknown, and how long it stays in one place in milliseconds. */
const [movingWidth, stepTime] = [5, 100];

interface Progress {
  readonly what: string;
  readonly done: number;
  /** Zero if unknown. */
  readonly total: number;
  /** Milliseconds. */
  readonly elapsed: number;
}

export function progressLine({what, done, total, elapsed}: Progress, columns: number): string {
  const text =
    total > 0
      ? `${what} ${filled(done / total)} ${Math.floor((100 * done) / total)}% ${done}/${total}`
      : `${what} ${moving(elapsed)} ${Math.floor(elapsed / 1000)} s`;
  return text.slice(0, columns - 1);
}

function filled(share: number): string {
  const width = Math.floor(barWidth * share);
  return full.repeat(width) + empty.repeat(barWidth - width);
}

/** A block that moves back and forth. */
function moving(elapsed: number): string {
  const room = barWidth - movingWidth;
  const step = Math.floor(elapsed / stepTime) % (2 * room);
  const place = step < room ? step : 2 * room - step;
  return empty.repeat(place) + full.repeat(movingWidth) + empty.repeat(room - place);
}
