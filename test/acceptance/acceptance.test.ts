import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import type {StartOptions} from '../../src/sandbox/start-options.js';
import {runCli, withoutJdk} from '../support/cli.js';
import {startWatched} from '../support/findings.js';
import type {Plant} from './client.js';
import {runWorker, type Worker} from './suite.js';

/** What the suite's tests do wrong on purpose. */
const suppressions = [
  {rule: 'unknown-search-term', operation: 'searchGifts', reason: 'A test asserts that it is refused.'},
];

/** Everything that watches can be switched off. */
interface Switches extends Pick<StartOptions, 'findings' | 'journalRequests'> {
  readonly armsFaults?: boolean;
  readonly hasOverrides?: boolean;
}

/** Four workers run the suite at once, each in an account of its own; the third has the mistake. */
async function run(
  t: ExecutionContext,
  plant?: Plant,
  {armsFaults = true, hasOverrides = true, ...options}: Switches = {},
) {
  const sandbox = await startWatched(t, {suppressions, ...options});
  const workers: Worker[] = ['one', 'two', 'three', 'four'].map(name => ({
    name,
    ...(name === 'three' && plant !== undefined && {plant}),
  }));
  const results = await Promise.all(workers.map(worker => runWorker(sandbox, worker, {armsFaults, hasOverrides})));
  const findings = (await sandbox.findings({all: true})).filter(({level}) => level !== 'info');
  return {
    failed: results.flatMap((failed, index) =>
      failed.map(([title, why]) => `${workers[index]!.name}: ${title}: ${why}`),
    ),
    findings: findings.map(({rule, first, message}) => `${first.account}: ${rule}: ${message}`),
  };
}

const everyone = ['one', 'two', 'three', 'four'];

test('a careful client passes, and hears of nothing', async t => {
  t.deepEqual(await run(t), {failed: [], findings: []});
});

test('verify finds the amount that is wrong; without a journal nobody passes', async t => {
  const {failed, findings} = await run(t, 'cents for dollars');
  t.is(failed.length, 1);
  t.regex(failed[0]!, /^three: a donation is booked with its amount: .*received_amount: expected 50, found 5000/s);
  t.deepEqual(findings, [], 'a wrong amount is an amount');
  const off = await run(t, undefined, {journalRequests: 0});
  t.deepEqual(off.failed.map(nameOf), everyone);
  t.true(off.failed.every(why => /Not kept any more/.test(why)));
});

test('findings tell of the field that is not there; without them a suppression says that they are off', async t => {
  const {findings} = await run(t, 'a field that is not there');
  t.deepEqual(findings, ['three: zero-gift: "amount" is ignored, the gift is $0.00; did you mean received_amount?']);
  const off = await run(t, 'a field that is not there', {findings: {preset: 'off'}});
  t.deepEqual(off.findings, [
    'null: unused-suppression: the suppression of unknown-search-term searchGifts hides nothing',
  ]);
});

test('a lost answer finds the gift that is booked twice; without faults nobody passes', async t => {
  const {failed, findings} = await run(t, 'a retry that knows no order');
  t.is(failed.length, 1);
  t.regex(failed[0]!, /^three: a donation whose answer is lost is booked once: the donation is there once/);
  t.is(findings.length, 1);
  t.regex(findings[0]!, /^three: same-post-again: /);
  const off = await run(t, undefined, {armsFaults: false});
  t.deepEqual(off.failed.map(nameOf), everyone);
  t.true(off.failed.every(why => /an answer was lost/.test(why)));
});

test('an override finds the refusal that is tried again; without overrides nobody passes', async t => {
  const {failed, findings} = await run(t, 'a refusal that is tried again');
  t.is(failed.length, 1);
  t.regex(
    failed[0]!,
    /^three: a donation that the real service refuses is not tried again: Missing expected rejection/,
  );
  t.deepEqual(findings, [], 'the refusal is not the client’s mistake');
  const off = await run(t, undefined, {hasOverrides: false});
  t.deepEqual(off.failed.map(nameOf), everyone);
});

test('a client that names the real host is led to the sandbox; without that the run fails', async t => {
  const program = ['--', process.execPath, fileURLToPath(new URL('program.js', import.meta.url))];
  const host = 'api.crm.invalid';
  const jdk = await withoutJdk(t);
  const exec = (...words: string[]) =>
    runCli(t, ['exec', '--profile', 'small', ...words, ...program], {REAL_HOST: host, ...jdk}).ended;
  const on = await exec('--intercept', host);
  t.is(on.code, 0, on.stderr);
  t.deepEqual(on.stdout.trim().split('\n').sort(), ['four: 1 gift', 'one: 1 gift', 'three: 1 gift', 'two: 1 gift']);
  t.regex(on.stderr, /2 API requests over api\.crm\.invalid/);
  const off = await exec();
  t.is(off.code, 1);
  t.false(off.stdout.includes('three'));
});

const nameOf = (failure: string) => failure.slice(0, failure.indexOf(':'));
