import {fileURLToPath} from 'node:url';
import test from 'ava';
import {CallFinder} from '../../../src/sandbox/check/calls.js';
import type {CheckResult} from '../../../src/sandbox/check/types.js';
import {startSandbox} from '../../../src/sandbox/start-sandbox.js';
import {type ClientName, clients} from './clients.js';

const program = fileURLToPath(new URL('program.js', import.meta.url));

async function check(name: ClientName, as: 'function' | 'command', rerun = false): Promise<CheckResult> {
  await using sandbox = await startSandbox({constituents: 3, assume: {required_fields: 'observed'}});
  const client = as === 'function' ? clients[name] : {command: [process.execPath, program, name]};
  return sandbox.check(client, {patience: 10_000, rerun, jobs: 3});
}

const columns = [
  'lost on a fresh connection',
  'lost on a reused connection',
  'refused 503',
  'refused 429',
  'refused 401',
  'kill after the response',
  'kill before the response',
  'garbled HTML, stored',
  'garbled HTML, not stored',
  'garbled HTML',
  'garbled truncated',
  'silent no response',
];

/** Formats a result as a table: a row for each site, a column for each variant. */
function tableOf({cases, sites}: CheckResult): string[] {
  const rows = sites.map(({operation, start}, site) => {
    const cells = columns.map(column => {
      const found = cases.filter(one => one.site === site && `${one.check} ${one.variant}` === column);
      return found.length === 0 ? '-' : found.map(({verdict}) => verdict).join('+');
    });
    return `${start} ${operation}: ${cells.join(' ')}`;
  });
  const whole = cases.filter(({call}) => call === null).map(({check, verdict}) => `${check}: ${verdict}`);
  return [...rows, ...whole];
}

test('a client without error handling reports, hangs, and duplicates records when run twice', async t => {
  const result = await check('blind', 'function');
  t.deepEqual(tableOf(result), [
    'given createConstituent: reported - reported reported reported - - reported reported - reported hung',
    'given createGiftOfConstituent: reported reported reported reported reported - - reported reported - reported hung',
    'twice: duplicated',
  ]);
  t.true(result.failed);
  t.deepEqual(
    result.cases.filter(({isBad}) => isBad).map(({check}) => check),
    ['silent', 'silent'],
  );
});

test('a client that swallows errors loses the later writes', async t => {
  const result = await check('swallowing', 'function');
  t.deepEqual(tableOf(result), [
    'given createConstituent: lost - lost lost lost - - lost lost - lost lost',
    'given createGiftOfConstituent: healed healed lost lost lost - - healed lost - healed lost',
    'twice: duplicated',
  ]);
});

test('a client that retries duplicates stored writes and heals lost ones', async t => {
  const result = await check('retrying', 'function');
  t.deepEqual(tableOf(result), [
    'given createConstituent: duplicated - healed healed reported - - duplicated healed - duplicated healed',
    'given createGiftOfConstituent: duplicated duplicated healed healed reported - - duplicated healed - duplicated healed',
    'twice: duplicated',
  ]);
});

test('a client that ignores a failed search creates a duplicate donor when it is run again', async t => {
  const result = await check('careless', 'function');
  t.deepEqual(tableOf(result), [
    'given searchConstituents: - - healed healed reported - - - - healed healed healed',
    'given createConstituent: reported reported reported reported reported - - reported reported - reported reported',
    'given searchGifts: - - reported reported reported - - - - reported reported reported',
    'given createGiftOfConstituent: reported reported reported reported reported - - reported reported - reported reported',
    'rerun searchConstituents: - - duplicated duplicated reported - - - - - - -',
    'rerun searchGifts: - - reported reported reported - - - - - - -',
    'twice: healed',
  ]);
  const [bad] = result.cases.filter(({isBad}) => isBad);
  t.like(bad, {check: 'refused', start: 'rerun', call: {operation: 'searchConstituents'}});
  t.true(bad!.records.some(({kind, difference}) => kind === 'constituents' && difference === 'duplicated'));
});

test('a client killed between a write and its own bookkeeping is stuck on the next run', async t => {
  const result = await check('halfCareful', 'command', true);
  const stuck = result.cases.filter(({verdict}) => verdict === 'stuck');
  t.deepEqual(
    stuck.map(({variant, call}) => `${variant}: ${call?.operation}`),
    ['before the response: createGiftOfConstituent'],
  );
  t.regex(stuck[0]!.output, /external_id/);
  t.true(stuck[0]!.isBad);
  t.true(result.isRerunnable);
  t.is(result.cases.find(({check}) => check === 'twice')?.verdict, 'healed');
  t.deepEqual(tableOf(result).slice(1, 3), [
    'given createConstituent: reported reported reported reported reported healed healed reported reported - reported reported',
    'given createGiftOfConstituent: reported reported reported reported reported healed stuck reported reported - reported reported',
  ]);
});

test('a careful client heals or reports every fault, although its key differs on each run', async t => {
  const result = await check('careful', 'command');
  t.deepEqual(result.volatile, ['gifts.external_id']);
  t.false(result.failed, JSON.stringify(result.cases.filter(({isBad}) => isBad)));
  t.true(result.isRerunnable, 'a second run must not change anything');
  t.deepEqual(tableOf(result), [
    'given searchConstituents: - - healed healed reported - - - - healed healed healed',
    'given createConstituent: healed healed healed healed reported healed healed healed healed - healed healed',
    'given searchGifts: - - healed healed reported - - - - healed healed healed',
    'given createGiftOfConstituent: healed healed healed healed reported healed healed healed healed - healed healed',
    'rerun searchConstituents: - - healed healed reported - - - - - - -',
    'rerun searchGifts: - - healed healed reported - - - - - - -',
    'twice: healed',
  ]);
});

test.serial('without the call finder no call is checked, and the check fails', async t => {
  const {isCall} = CallFinder.prototype;
  CallFinder.prototype.isCall = () => false;
  try {
    const {cases, failed} = await check('retrying', 'function');
    t.true(failed);
    t.deepEqual(
      cases.filter(({call, verdict}) => call !== null && verdict !== 'not reproducible'),
      [],
    );
  } finally {
    CallFinder.prototype.isCall = isCall;
  }
});
