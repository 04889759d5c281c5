import type {ExecutionContext} from 'ava';

/** How many tests of a worker work at a time. AVA starts all of them at once, and then each waits for all others. */
const most = 4;

let taken = 0;
const waiting: Array<() => void> = [];
const admitted = new WeakSet<object>();

/** Waits for a slot, which the test has until it ends. A test that has one is not held up again. */
export async function takeSlot(t: Pick<ExecutionContext, 'teardown'>): Promise<void> {
  if (admitted.has(t)) {
    return;
  }
  admitted.add(t);
  if (taken < most) {
    taken += 1;
  } else {
    await new Promise<void>(resolve => waiting.push(resolve));
  }
  t.teardown(() => {
    const next = waiting.shift();
    if (next === undefined) {
      taken -= 1;
    } else {
      next();
    }
  });
}
