import {writeSync} from 'node:fs';
import {Worker} from 'node:worker_threads';

/** What takes less than this is not worth a line. Milliseconds. */
const usualPatience = 1000;

/** What the thread that draws is told. */
export interface Shared {
  readonly what: string;
  readonly fd: number;
  readonly columns: number;
  readonly patience: number;
  /** Four integers: whether one of the threads writes, whether a line is there, how much is done, and of how much. */
  readonly shared: SharedArrayBuffer;
}

/** Where the line is: stderr, unless a test has another place for it. */
export interface Terminal {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly fd: number;
}

export interface Work {
  update(done: number, total: number): void;
  stop(): void;
}

const nothing: Work = {update: () => undefined, stop: () => undefined};

class Line {
  readonly #fd: number;
  readonly #numbers: Int32Array;
  readonly #thread: Worker;
  /** What is worked on, and within what. */
  readonly #work: string[] = [];

  constructor(what: string, {fd, columns = 80}: Terminal, patience: number) {
    const shared = new SharedArrayBuffer(4 * Int32Array.BYTES_PER_ELEMENT);
    this.#fd = fd;
    this.#numbers = new Int32Array(shared);
    this.#thread = new Worker(new URL('./progress-thread.js', import.meta.url), {
      workerData: {what, fd, columns: columns || 80, patience, shared} satisfies Shared,
      execArgv: [],
    });
    this.#thread.on('error', () => undefined).unref();
  }

  begin(what: string): Work {
    const depth = this.#work.push(what);
    this.#numbers.fill(0, 2);
    this.#tell(what);
    return {
      update: (done, total) => {
        this.#numbers.set([done, total], 2);
      },
      stop: () => {
        this.#work.length = Math.min(this.#work.length, depth - 1);
        this.#numbers.fill(0, 2);
        const outer = this.#work.at(-1);
        if (outer === undefined) {
          this.end();
        } else {
          this.#tell(outer);
        }
      },
    };
  }

  #tell(what: string) {
    this.#thread.postMessage(what);
  }

  /** Writes something else to the terminal, with the line out of the way. */
  beside(write: () => void): void {
    this.#take();
    write();
    Atomics.store(this.#numbers, 0, 0);
  }

  /** The line goes, and does not come back. */
  end(): void {
    if (shown !== this) {
      return;
    }
    this.#take();
    shown = undefined;
    void this.#thread.terminate();
  }

  /** From now on only this thread writes. */
  #take(): void {
    while (Atomics.compareExchange(this.#numbers, 0, 0, 1) !== 0) {
      Atomics.wait(this.#numbers, 0, 1, 10);
    }
    if (Atomics.exchange(this.#numbers, 1, 0) === 1) {
      writeSync(this.#fd, '\r\x1b[K');
    }
  }
}

let shown: Line | undefined;

/**
 * Shows on a terminal what is worked on once that takes longer than a second: with a bar where it is told how far it is,
 * and how long it has taken elsewhere. Work within other work is shown in its place. To be stopped, whatever happens.
 */
export function showWork(what: string, terminal: Terminal = process.stderr, patience = usualPatience): Work {
  if (!terminal.isTTY || process.env['TERM'] === 'dumb') {
    return nothing;
  }
  shown ??= new Line(what, terminal, patience);
  return shown.begin(what);
}

/** Writes to the terminal, which a line of progress may stand on. */
export function beside(write: () => void): void {
  if (shown === undefined) {
    write();
  } else {
    shown.beside(write);
  }
}

/** For what is about to write for long. */
export const endWork = () => shown?.end();
