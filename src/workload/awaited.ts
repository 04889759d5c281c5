import {finishInTurns, type Steps} from './steps.js';

/** Long work that others wait for. Thrown by work that cannot go on without it, and can be begun anew once it is done. */
class Awaited {
  constructor(readonly steps: Steps<void>) {}
}

/** Whether what is being done now can be begun anew. */
let canBeginAnew = false;

/** So often work is begun anew; what it still needs then is done at once. */
const mostAttempts = 100;

/**
 * To be called before long work is done that something else needs. Where that is work which can be begun anew, it ends
 * here, and is once this is done in turns.
 * @param makeSteps of work that leaves what it makes where it is looked for next time
 */
export function doFirst(makeSteps: () => Steps<void>): void {
  if (canBeginAnew) {
    throw new Awaited(makeSteps());
  }
}

/** To be called with all that work catches which can be begun anew. @throws what ends it for that */
export function letBeginAnew(error: unknown): void {
  if (error instanceof Awaited) {
    throw error;
  }
}

/**
 * Does work that can be begun anew, because it changes nothing until it ends. Where it needs long work first, that is done
 * in turns, in which requests are answered.
 * @param work never waits itself
 * @param inTurn does what takes turns once it may
 * @returns a promise where there was long work
 */
export function beginningAnew<T>(
  work: () => T,
  inTurn: (work: () => Promise<T>) => T | Promise<T> = now => now(),
): T | Promise<T> {
  const made = attempt(work);
  return made instanceof Awaited ? inTurn(() => finishInTurns(beginningAnewInSteps(work))) : made;
}

/** The same, in steps. */
export function* beginningAnewInSteps<T>(work: () => T): Steps<T> {
  for (let count = 1; count < mostAttempts; count++) {
    const made = attempt(work);
    if (!(made instanceof Awaited)) {
      return made;
    }
    yield* made.steps;
  }
  return work();
}

function attempt<T>(work: () => T): T | Awaited {
  const outer = canBeginAnew;
  canBeginAnew = true;
  try {
    return work();
  } catch (error) {
    if (error instanceof Awaited) {
      return error;
    }
    throw error;
  } finally {
    canBeginAnew = outer;
  }
}
