import test from 'ava';
import {gateCheck, gateOf, judge, outcomeOf} from '../../../src/cli/reports/outcome.js';

const counts = (error: number, warn: number) => ({error, warn, info: 9});

const failing = (error: number, warn: number, ...[failOn, maxWarnings]: Parameters<typeof gateOf>) =>
  judge(counts(error, warn), gateOf(failOn, maxWarnings)).failing;

test('the gate fails by level or by number of warnings', t => {
  t.deepEqual(failing(1, 1, undefined, undefined), []);
  t.deepEqual(failing(1, 1, 'never', undefined), []);
  t.deepEqual(failing(1, 1, 'error', undefined), ['error']);
  t.deepEqual(failing(0, 1, 'error', undefined), []);
  t.deepEqual(failing(0, 1, 'warn', undefined), ['warn']);
  t.deepEqual(failing(1, 1, 'warn', undefined), ['error', 'warn']);
  t.deepEqual(failing(0, 0, 'warn', undefined), [], 'infos must not fail');
  t.deepEqual(failing(0, 2, 'warn', 2), []);
  t.deepEqual(failing(0, 3, 'error', 2), ['warn']);
  t.deepEqual(failing(1, 0, undefined, 2), ['error'], '--max-warnings must not allow errors');
  t.throws(() => gateOf('never', 2), {message: /--fail-on never fails nothing/});
});

test('the exit code is that of the command, or else of the first failed check', t => {
  const gate = gateCheck(counts(2, 1), judge(counts(2, 1), {failOn: 'error', maxWarnings: 0}));
  t.deepEqual(gate, {code: 4, because: '2 errors and 1 warning (--fail-on error, --max-warnings 0)'});
  const nothing = {code: 7, because: 'nothing was intercepted'};
  const lost = {code: 6, because: 'lost answers'};
  t.like(outcomeOf(0, [undefined, undefined]), {code: 0});
  t.like(outcomeOf(0, [undefined, gate]), {code: 4, because: gate!.because});
  t.is(outcomeOf(0, [], counts(0, 0)).because, 'the command succeeded, and no check failed');
  t.is(outcomeOf(0, [], counts(2, 1)).because, 'the command succeeded; the gate allows 2 errors and 1 warning');
  t.deepEqual(outcomeOf(0, [nothing, lost, gate]), {
    code: 7,
    because: `nothing was intercepted; also, lost answers; also, ${gate!.because}`,
  });
  t.like(outcomeOf(0, [undefined, lost, gate]), {code: 6});
  t.deepEqual(outcomeOf(3, [gate]), {code: 3, because: `the command's own code; also, ${gate!.because}`});
});
