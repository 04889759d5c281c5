import test from 'ava';

/** AVA starts all tests of a worker at once. Each would wait for all others, and its duration would include theirs. */
const maxRunning = 4;

let running = 0;
const waiting: Array<() => void> = [];

// A hook is not part of a test, so the wait does not count towards the test's duration.
test.beforeEach('wait until fewer tests run', async () => {
  if (running < maxRunning) {
    running += 1;
  } else {
    await new Promise<void>(resolve => waiting.push(resolve));
  }
});

test.afterEach.always('let the next test run', () => {
  const next = waiting.shift();
  if (next === undefined) {
    running -= 1;
  } else {
    next();
  }
});
