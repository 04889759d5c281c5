import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import type {AccountState} from '../../src/accounts/account-state.js';
import {Accounts, defaultAccount} from '../../src/accounts/accounts.js';
import {executeAdmin} from '../../src/admin/admin-operation.js';
import {setClock} from '../../src/admin/clock.js';
import {resetAccount} from '../../src/admin/reset.js';
import {seedAccount} from '../../src/admin/seed.js';
import {deleteSnapshot, restoreSnapshot, saveSnapshot} from '../../src/admin/snapshots.js';
import {ApiError} from '../../src/errors.js';
import {readSnapshot} from '../../src/persistence/snapshot/snapshot-format.js';
import {schema} from '../../src/resources/index.js';
import {adminContextOf} from '../support/admin-context.js';
import {effort, patience} from '../support/effort.js';
import {stateOf} from './states.js';
import {takeStep} from './steps.js';
import {contentsOf, load, open, temporaryFolder, textOf} from './support.js';

const small = stateOf(3);

const duration = fc.oneof(
  fc.constantFrom(
    'PT0.0004S',
    'PT0.5S',
    'PT1.0006S',
    '-PT0.0001S',
    'P0.5D',
    'P1Y',
    '-P3M',
    'PT1.5M',
    'P9000Y',
    '-PT0S',
  ),
  fc
    .tuple(fc.boolean(), fc.double({min: 0, max: 1e6, noNaN: true}))
    .map(([back, seconds]) => `${back ? '-' : ''}PT${seconds.toFixed(5)}S`),
);
const moment = fc.constantFrom('2026-01-01', '2024-02-29T23:59:59.999Z', '0001-01-01', '9999-12-31T23:59:59Z');
const text = fc.string({unit: 'binary', minLength: 1, maxLength: 12});
const name = fc.constantFrom('one', 'two');

const clockBody = fc.record(
  {mode: fc.constantFrom('frozen', 'running', 'machine'), now: moment, advance: duration, tick: duration},
  {requiredKeys: []},
);

const imported = fc.record({
  constituents: fc.array(fc.record({$id: fc.constant('ada'), first_name: text, last_name: text}), {
    minLength: 1,
    maxLength: 1,
  }),
  gifts: fc.array(
    fc.record({
      constituent_id: fc.constant('$ada'),
      gift_type_id: fc.constant(1),
      received_amount: fc.oneof(fc.double({noNaN: true, noDefaultInfinity: true}), fc.constantFrom(-0, 1e308, 5e-324)),
      note: text,
    }),
    {maxLength: 2},
  ),
});

/** Actions on an account. Most of them succeed, and some are rejected. */
const action = fc.oneof(
  fc.record({kind: fc.constant('step' as const), number: fc.nat()}),
  fc.record({kind: fc.constant('clock' as const), body: clockBody}),
  fc.record({kind: fc.constant('import' as const), records: imported}),
  fc.record({kind: fc.constant('save' as const), name}),
  fc.record({kind: fc.constant('send' as const), name}),
  fc.record({kind: fc.constant('restore' as const), name}),
  fc.record({kind: fc.constant('delete' as const), name}),
  fc.record({kind: fc.constant('reset' as const), to: fc.constantFrom('baseline', 'empty')}),
);

type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

async function executorFor(accounts: Accounts) {
  const account = await accounts.get(defaultAccount);
  const context = adminContextOf(accounts, [account]);
  return async (action: Action): Promise<unknown> => {
    switch (action.kind) {
      case 'step':
        return takeStep(account, action.number);
      case 'clock':
        return executeAdmin(setClock, context, {body: action.body as never});
      case 'import':
        return executeAdmin(seedAccount, context, {body: {records: action.records}});
      case 'save':
        return executeAdmin(saveSnapshot, context, {params: action});
      case 'send':
        return executeAdmin(saveSnapshot, context, {params: action, rawBody: Buffer.from(textOf(account.state))});
      case 'restore':
        return executeAdmin(restoreSnapshot, context, {params: action});
      case 'delete':
        return executeAdmin(deleteSnapshot, context, {params: action});
      case 'reset':
        return executeAdmin(resetAccount, context, {body: {to: action.to as 'baseline'}});
    }
  };
}

/** Throws with the first row that differs, because the diff of whole states is too long to read. */
function assertEqual(read: AccountState, written: AccountState): void {
  const [actual, expected] = [contentsOf(read), contentsOf(written)];
  for (const [place, [name, rows]] of expected.rows.entries()) {
    for (const [at, row] of rows.entries()) {
      assert.deepStrictEqual(actual.rows[place]![1][at], row, `${name}[${at}]`);
    }
  }
  assert.deepStrictEqual(actual, expected);
}

test('every state after random actions round-trips through a snapshot and the data file', async t => {
  t.timeout(patience);
  const folder = await temporaryFolder(t);
  let run = 0;
  let succeeded = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(action, {minLength: 1, maxLength: 12}), async actions => {
      const file = path.join(folder, `${++run}.json`);
      const options = {schema, baseline: small, seed: 1};
      const dataFile = open(file, options);
      const accounts = await Accounts.open({...options, adapter: dataFile, changeLog: dataFile});
      await accounts.save();
      const account = await accounts.get(defaultAccount);
      const execute = await executorFor(accounts);
      for (const each of actions) {
        try {
          await execute(each);
          succeeded += 1;
        } catch (error) {
          assert(error instanceof ApiError && error.status < 500, error as Error);
        }
        assertEqual((await readSnapshot(textOf(account.state), schema)).state, account.state);
      }
      dataFile.close();
      assertEqual(await load(file), account.state);
    }),
    {numRuns: effort(15, 1500)},
  );
  t.true(succeeded > 20, `${succeeded} actions succeeded`);
});
