import {setImmediate as others} from 'node:timers/promises';

/**
 * Long work in small steps: after each it may be left for a while. What it yields says how far it is, if anything; how
 * the steps are cut never changes what it comes to.
 */
export type Steps<T> = Generator<unknown, T>;

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
    const end = performance.now() + turn;
    do {
      const {done, value} = steps.next();
      if (done) {
        return value;
      }
    } while (performance.now() < end);
    await others();
  }
}
