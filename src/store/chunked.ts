import {setImmediate as nextRound} from 'node:timers/promises';

/**
 * Long work as a generator that can pause after each chunk. A pause never changes the result; yielded values are
 * ignored.
 */
export type Chunked<T> = Generator<unknown, T>;

/** Distinguishes chunked work from a result. */
export const isChunked = <T>(work: T | Chunked<T>): work is Chunked<T> =>
  typeof (work as Partial<Chunked<T>> | undefined)?.next === 'function';

/** Milliseconds that work may block other clients before it pauses. */
const turn = 8;

let lastTurn: Promise<unknown> = Promise.resolve();
let turnEnd = 0;

/**
 * Waits for a turn. The whole process gets one turn per round of the event loop, and requests are served between turns:
 * any number of operations delays other clients no longer than one does.
 */
export async function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextRound());
  await lastTurn;
  turnEnd = performance.now() + turn;
}

/** Waits for the next turn if the current one is over. Long asynchronous work awaits it after each chunk. */
export const pause = (): Promise<void> | undefined => (performance.now() < turnEnd ? undefined : nextTurn());

/** Limits the number of concurrent operations; the others wait in order of arrival. */
export class WorkQueue {
  #running = 0;
  readonly #waiting: Array<() => void> = [];

  constructor(readonly maxRunning: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.maxRunning) {
      this.#running += 1;
    } else {
      await new Promise<void>(resolve => this.#waiting.push(resolve)); // a finished operation passes its slot on
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) {
        this.#running -= 1;
      } else {
        next();
      }
    }
  }
}

/** The long operations of the process. */
export const heavyWork = new WorkQueue(4);

/** Runs chunked work without a pause. */
export function finish<T>(steps: Chunked<T>): T {
  for (;;) {
    const {done, value} = steps.next();
    if (done) {
      return value;
    }
  }
}

/** Runs chunked work in turns. The first turn starts immediately. */
export async function runInTurns<T>(steps: Chunked<T>): Promise<T> {
  turnEnd = performance.now() + turn;
  for (;;) {
    const {done, value} = steps.next();
    if (done) {
      return value;
    }
    if (performance.now() > turnEnd) {
      await nextTurn();
    }
  }
}

/** Queues a long operation and starts it in a turn. */
export const runHeavy = <T>(work: () => Promise<T>): Promise<T> => heavyWork.run(() => nextTurn().then(work));
