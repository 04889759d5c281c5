import test from 'ava';
import {finish, finishInTurns, type Steps} from '../../src/workload/steps.js';

function* counting(to: number): Steps<number> {
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
  t.is(await finishInTurns(counting(60)), 60);
  clearInterval(turns);
  t.true(others >= 2, `${others} turns`);
  t.is(finish(counting(3)), 3);
});

test('work that fails in a step fails as a whole', async t => {
  function* failing(): Steps<never> {
    yield;
    throw new Error('no more');
  }
  await t.throwsAsync(finishInTurns(failing()), {message: 'no more'});
});
