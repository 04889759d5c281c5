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

test('steps come to the same in turns as at once, and others have their turns between', async t => {
  let others = 0;
  const turns = setInterval(() => {
    others += 1;
  }, 1);
  t.is(await runHeavy(() => runInTurns(counting(60))), 60);
  clearInterval(turns);
  t.true(others >= 2, `${others} turns`);
  t.is(finish(counting(3)), 3);
});

test('work that fails in a step fails as a whole', async t => {
  function* failing(): Chunked<never> {
    yield;
    throw new Error('no more');
  }
  await t.throwsAsync(
    runHeavy(() => runInTurns(failing())),
    {message: 'no more'},
  );
});

test('a few operations run at the same time, and the others begin in the order in which they came', async t => {
  const queue = new WorkQueue(3);
  const begun: number[] = [];
  let running = 0;
  let mostRunning = 0;
  const operation = (number: number) => async () => {
    begun.push(number);
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    for (let round = 0; round <= number % 4; round++) {
      await nextRound();
    }
    running -= 1;
    return number;
  };
  const numbers = Array.from({length: 20}, (_, number) => number);
  t.deepEqual(await Promise.all(numbers.map(number => queue.run(operation(number)))), numbers);
  t.is(mostRunning, 3);
  t.deepEqual(begun, numbers);
});

test('an operation that fails makes room for the next', async t => {
  const queue = new WorkQueue(1);
  const failed = queue.run(() => Promise.reject(new Error('no more')));
  const next = queue.run(async () => 'done');
  await t.throwsAsync(failed, {message: 'no more'});
  t.is(await next, 'done');
  t.is(await queue.run(async () => 'again'), 'again');
});

test('long work of the whole process waits in one queue, and has one turn in each round of the event loop', async t => {
  const begun: number[] = [];
  const turns: Array<readonly [round: number, job: number]> = [];
  let [round, running, mostRunning] = [0, 0, 0];
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
    mostRunning = Math.max(mostRunning, running);
    for (let step = 0; step < 4; step++) {
      turns.push([round, job]);
      const end = performance.now() + 9; // longer than a turn, so that each step is one
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
  // Other tests of this process may hold places in the same queue.
  t.true(mostRunning > 1 && mostRunning <= heavyWork.maxRunning);
  t.deepEqual(begun, jobs);
  t.is(turns.length, 40);
  t.is(new Set(turns.map(([round]) => round)).size, 40, 'no two turns in one round');
});
