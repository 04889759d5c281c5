import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import type {StartOptions} from '../../src/sandbox/start-options.js';
import {runCli, withoutJdk} from '../support/cli.js';
import {startWatched} from '../support/findings.js';
import type {Plant} from './client.js';
import {runWorker, type Worker} from './suite.js';

/** Intentional mistakes in the tests of the suite. */
const suppressions = [
  {rule: 'unknown-search-term', operation: 'searchGifts', reason: 'A test asserts that it is rejected.'},
];

/** Options to disable each detector. */
interface Switches extends Pick<StartOptions, 'findings' | 'journalRequests'> {
  readonly armsFaults?: boolean;
  readonly hasOverrides?: boolean;
}

/** Runs the suite in four concurrent workers, each with its own account; the third has the mistake. */
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
      failed.map(([title, reason]) => `${workers[index]!.name}: ${title}: ${reason}`),
    ),
    findings: findings.map(({rule, first, message}) => `${first.account}: ${rule}: ${message}`),
  };
}

const allWorkers = ['one', 'two', 'three', 'four'];

test('a careful client passes without findings', async t => {
  t.deepEqual(await run(t), {failed: [], findings: []});
});

test('verify detects a wrong amount; without a journal every worker fails', async t => {
  const {failed, findings} = await run(t, 'cents for dollars');
  t.is(failed.length, 1);
  t.regex(failed[0]!, /^three: a donation is booked with its amount: .*received_amount: expected 50, found 5000/s);
  t.deepEqual(findings, [], 'a wrong amount must not be a finding');
  const off = await run(t, undefined, {journalRequests: 0});
  t.deepEqual(off.failed.map(nameOf), allWorkers);
  t.true(off.failed.every(reason => /Not kept any more/.test(reason)));
});

test('findings report an unknown field; turned off, only the unused suppression is reported', async t => {
  const {findings} = await run(t, 'an unknown field');
  t.deepEqual(findings, ['three: zero-gift: "amount" is ignored, the gift is $0.00; did you mean received_amount?']);
  const off = await run(t, 'an unknown field', {findings: {preset: 'off'}});
  t.deepEqual(off.findings, [
    'null: unused-suppression: the suppression of unknown-search-term searchGifts hides nothing',
  ]);
});

test('a lost response reveals a gift booked twice; without faults every worker fails', async t => {
  const {failed, findings} = await run(t, 'a retry without an order id');
  t.is(failed.length, 1);
  t.regex(
    failed[0]!,
    /^three: a donation is booked once although its response is lost: the donation must be booked once/,
  );
  t.is(findings.length, 1);
  t.regex(findings[0]!, /^three: same-post-again: /);
  const off = await run(t, undefined, {armsFaults: false});
  t.deepEqual(off.failed.map(nameOf), allWorkers);
  t.true(off.failed.every(reason => /a response must have been lost/.test(reason)));
});

test('an override reveals a retried rejection; without overrides every worker fails', async t => {
  const {failed, findings} = await run(t, 'a retried rejection');
  t.is(failed.length, 1);
  t.regex(failed[0]!, /^three: a donation that the real service rejects is not retried: Missing expected rejection/);
  t.deepEqual(findings, [], 'the rejection must not be a finding');
  const off = await run(t, undefined, {hasOverrides: false});
  t.deepEqual(off.failed.map(nameOf), allWorkers);
});

test('a client with a fixed real host reaches the sandbox with --intercept, and fails without it', async t => {
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
