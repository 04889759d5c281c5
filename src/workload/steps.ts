import {setImmediate as nextRound} from 'node:timers/promises';
import {WorkQueue} from './work-queue.js';

/**
 * Long work in small steps: after each step it can pause. What it yields may say how far it is; where the steps are cut
 * never changes the result.
 */
export type Steps<T> = Generator<unknown, T>;

/** Tells steps from a result. */
export const isSteps = <T>(work: T | Steps<T>): work is Steps<T> =>
  typeof (work as Partial<Steps<T>> | undefined)?.next === 'function';

/** Milliseconds that work may block other clients before it pauses. */
export const turn = 8;

/** The long operations of the whole process, a few at a time. */
export const heavyWork = new WorkQueue(4);

let lastTurn: Promise<void> = Promise.resolve();

/**
 * Waits for a turn. The whole process has one turn in each round of the event loop, and requests are served between
 * them: however many operations are running, they delay other clients no longer than one does.
 */
export function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextRound());
  return lastTurn;
}

/** Runs all steps without a pause. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const {done, value} = steps.next();
    if (done) {
      return value;
    }
  }
}

/** Runs the steps of a long operation in turns, once the operation's place in the queue has come. */
export const finishInTurns = <T>(steps: Steps<T>): Promise<T> => heavyWork.run(() => takeTurns(steps));

/**
 * Runs the steps, the first turn of them at once. They never wait in the queue: most are finished after a few turns, and
 * would be held up by operations that take seconds.
 */
export async function finishSoon<T>(steps: Steps<T>): Promise<T> {
  const ended = aTurnOf(steps);
  return ended === undefined ? takeTurns(steps) : ended.value;
}

async function takeTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    await nextTurn();
    const ended = aTurnOf(steps);
    if (ended !== undefined) {
      return ended.value;
    }
  }
}

/** Runs the steps of one turn. @returns the result if it was the last turn */
function aTurnOf<T>(steps: Steps<T>): {readonly value: T} | undefined {
  const end = performance.now() + turn;
  do {
    const {done, value} = steps.next();
    if (done) {
      return {value};
    }
  } while (performance.now() < end);
  return undefined;
}
