import {setImmediate as nextRound} from 'node:timers/promises';
import test from 'ava';
import {type Chunked, finish, heavyWork, runHeavy, runInTurns, WorkQueue} from '../../src/store/chunked.js';

function* counting(to: number): Chunked<number> {
  let count = 0;
  for (; count < to; count++) {
    const end = performance.now() + 1;
    while (performance.now() < end) {
      // long work
    }
    yield;
  }
  return count;
}

test('chunked work returns the same result in turns, and lets timers run in between', async t => {
  let timerTurns = 0;
  const turns = setInterval(() => {
    timerTurns += 1;
  }, 1);
  t.is(await runHeavy(() => runInTurns(counting(60))), 60);
  clearInterval(turns);
  t.true(timerTurns >= 2, `${timerTurns} turns`);
  t.is(finish(counting(3)), 3);
});

test('an error in one chunk rejects the whole work', async t => {
  function* failing(): Chunked<never> {
    yield;
    throw new Error('no more');
  }
  await t.throwsAsync(
    runHeavy(() => runInTurns(failing())),
    {message: 'no more'},
  );
});

test('a work queue limits concurrent operations, and starts queued ones in order', async t => {
  const queue = new WorkQueue(3);
  const begun: number[] = [];
  let running = 0;
  let maxRunning = 0;
  const operation = (number: number) => async () => {
    begun.push(number);
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    for (let round = 0; round <= number % 4; round++) {
      await nextRound();
    }
    running -= 1;
    return number;
  };
  const numbers = Array.from({length: 20}, (_, number) => number);
  t.deepEqual(await Promise.all(numbers.map(number => queue.run(operation(number)))), numbers);
  t.is(maxRunning, 3);
  t.deepEqual(begun, numbers);
});

test('an operation that fails lets the next one start', async t => {
  const queue = new WorkQueue(1);
  const failed = queue.run(() => Promise.reject(new Error('no more')));
  const next = queue.run(async () => 'done');
  await t.throwsAsync(failed, {message: 'no more'});
  t.is(await next, 'done');
  t.is(await queue.run(async () => 'again'), 'again');
});

test('heavy work shares one queue, with one turn per round of the event loop', async t => {
  const begun: number[] = [];
  const turns: Array<readonly [round: number, job: number]> = [];
  let [round, running, maxRunning] = [0, 0, 0];
  let isDone = false;
  const countRounds = async () => {
    while (!isDone) {
      round += 1;
      await nextRound();
    }
  };
  const steps = function* (job: number): Chunked<number> {
    begun.push(job);
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    for (let step = 0; step < 4; step++) {
      turns.push([round, job]);
      const end = performance.now() + 9; // longer than a turn, so that each step takes one
      while (performance.now() < end);
      yield;
    }
    running -= 1;
    return job;
  };
  const counting = countRounds();
  const jobs = Array.from({length: 10}, (_, job) => job);
  t.deepEqual(await Promise.all(jobs.map(job => runHeavy(() => runInTurns(steps(job))))), jobs);
  isDone = true;
  await counting;
  // Other tests in this process may use the same queue.
  t.true(maxRunning > 1 && maxRunning <= heavyWork.maxRunning);
  t.deepEqual(begun, jobs);
  t.is(turns.length, 40);
  t.is(new Set(turns.map(([round]) => round)).size, 40, 'each round must have at most one turn');
});
