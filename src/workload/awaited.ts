import {finishInTurns, finishSoon, isSteps, type Steps} from './steps.js';

/** Long work that others wait for. Thrown by work that cannot go on without it, and can be begun anew once it is done. */
class Awaited {
  constructor(readonly steps: Steps<void>) {}
}

/**
 * Whether what is being done now can be begun anew: whoever looks something up, deep below, need not know. It holds for
 * one call, which does not wait, and never beyond.
 */
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

/**
 * Does work that can be begun anew, because it changes nothing until it ends. What takes longer than a turn is done in
 * turns, in which requests are answered: the work itself where it is steps, and long work that it needs first.
 * @param work does not wait
 * @param inTurn has its turn for work that needs other work first, from its new beginning to its end
 * @returns a promise where it took turns
 */
export function beginningAnew<T>(
  work: () => T | Steps<T>,
  inTurn: (work: () => Promise<T>) => T | Promise<T> = now => now(),
): T | Promise<T> {
  const anew = () => inTurn(() => finishInTurns(beginningAnewInSteps(work)));
  const begun = attempt(work);
  if (begun instanceof Awaited) {
    return anew();
  }
  if (!isSteps(begun)) {
    return begun;
  }
  const ended = finishSoon(attemptEach(begun));
  return ended instanceof Promise
    ? ended.then(made => (made instanceof Awaited ? anew() : made))
    : ended instanceof Awaited
      ? anew()
      : ended;
}

/** The same, in steps. */
function* beginningAnewInSteps<T>(work: () => T | Steps<T>): Steps<T> {
  for (let count = 1; count < mostAttempts; count++) {
    const begun = attempt(work);
    const made = isSteps(begun) ? yield* attemptEach(begun) : begun;
    if (!(made instanceof Awaited)) {
      return made;
    }
    yield* made.steps;
  }
  const begun = work();
  return isSteps(begun) ? yield* begun : begun;
}

/** Steps, up to one that needs other work first. */
function* attemptEach<T>(steps: Steps<T>): Steps<T | Awaited> {
  for (;;) {
    const next = attempt(() => steps.next());
    if (next instanceof Awaited) {
      return next;
    }
    if (next.done) {
      return next.value;
    }
    yield;
  }
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
