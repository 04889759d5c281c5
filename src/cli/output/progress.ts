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

/** A line on the terminal for work that is going on. Work within other work takes its place. */
class Line {
  readonly #terminal: Terminal;
  readonly #patience: number;
  readonly #startedAt = performance.now();
  readonly #timer = setInterval(() => this.#draw(), interval).unref();
  readonly #works: Array<{what: string; done: number; total: number}> = [];
  #drawnAt: number | undefined;

  constructor(terminal: Terminal, patience: number) {
    this.#terminal = terminal;
    this.#patience = patience;
  }

  begin(what: string): Work {
    const work = {what, done: 0, total: 0};
    const depth = this.#works.push(work);
    return {
      update: (done, total) => {
        Object.assign(work, {done, total});
        // The timer does not fire while the work keeps the thread busy.
        if (performance.now() - (this.#drawnAt ?? 0) >= interval) {
          this.#draw();
        }
      },
      stop: () => {
        this.#works.length = Math.min(this.#works.length, depth - 1);
        if (this.#works.length === 0) {
          this.end();
        }
      },
    };
  }

  clear(): void {
    if (this.#drawnAt !== undefined) {
      this.#write('');
      this.#drawnAt = undefined;
    }
  }

  end(): void {
    clearInterval(this.#timer);
    this.clear();
    this.#works.length = 0;
    line = line === this ? undefined : line;
  }

  #draw(): void {
    const elapsed = performance.now() - this.#startedAt;
    const work = this.#works.at(-1);
    if (work !== undefined && elapsed >= this.#patience) {
      this.#write(progressLine({...work, elapsed}, this.#terminal.columns || 80));
      this.#drawnAt = performance.now();
    }
  }

  #write(text: string): void {
    try {
      writeSync(this.#terminal.fd, `\r\x1b[K${text}`);
    } catch {} // The terminal accepts no more output right now (EAGAIN); the next drawing tries again.
  }
}

let line: Line | undefined;

/**
 * Shows a progress line on a terminal while work takes longer than a second: a bar if `update` is called, otherwise the
 * elapsed time. The caller must call `stop`, also after an error.
 */
export function showWork(what: string, terminal: Terminal = process.stderr, patience = usualPatience): Work {
  if (!terminal.isTTY || process.env['TERM'] === 'dumb') {
    return {update: () => undefined, stop: () => undefined};
  }
  line ??= new Line(terminal, patience);
  return line.begin(what);
}

/** Writes other output to the terminal, without the progress line in its way. */
export function beside(write: () => void): void {
  line?.clear();
  write();
}

/** Removes the progress line before a long output. */
export const endWork = () => line?.end();

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
