import {setImmediate as others} from 'node:timers/promises';

/**
 * Long work in small steps: after each it may be left for a while. What it yields says how far it is, if anything; how
 * the steps are cut never changes what it comes to.
 */
export type Steps<T> = Generator<unknown, T>;

/** Whether that, and not what it comes to. */
export const isSteps = <T>(work: T | Steps<T>): work is Steps<T> =>
  typeof (work as Partial<Steps<T>> | undefined)?.next === 'function';

/** The same steps, and what is made of what they come to. */
export function* andThen<T, U>(steps: Steps<T>, make: (made: T) => U): Steps<U> {
  return make(yield* steps);
}

/** How long the work goes on before others have their turn. Milliseconds: a request that waits is not noticed. */
export const turn = 8;

/** Does all the steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const {done, value} = steps.next();
    if (done) {
      return value;
    }
  }
}

/** Does the steps with pauses, in which requests are answered. */
export async function finishInTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const ended = aTurnOf(steps);
    if (ended !== undefined) {
      return ended.value;
    }
    await others();
  }
}

/** The same, but at once where one turn is enough. @returns a promise where it is not */
export function finishSoon<T>(steps: Steps<T>): T | Promise<T> {
  const ended = aTurnOf(steps);
  return ended === undefined ? others().then(() => finishInTurns(steps)) : ended.value;
}

/** Does the steps of one turn. @returns what they came to where they ended in it */
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
