import {setTimeout} from 'node:timers/promises';
import test from 'ava';
import {generateRecords} from '../../fixtures/index.js';
import {Accounts} from '../../src/accounts/accounts.js';
import {frozenClock} from '../../src/accounts/clock.js';
import {type AdminContext, executeAdmin} from '../../src/admin/admin-operation.js';
import {setClock} from '../../src/admin/clock.js';
import {resetAccount} from '../../src/admin/reset.js';
import {seedAccount} from '../../src/admin/seed.js';
import {catalog, schema} from '../../src/resources/index.js';
import {groups} from '../../src/resources/memberships/groups.js';
import {adminContextOf} from '../support/admin-context.js';

/** Opens accounts with a slow change log that fails for the accounts in `failing`. */
async function openAccounts(names: readonly string[]) {
  const failing = new Set<string>();
  const append = async (account: string) => {
    await setTimeout(2);
    if (failing.has(account)) {
      throw new Error('The database is away');
    }
  };
  const baseline = {records: generateRecords(catalog, {constituents: 1}), clock: frozenClock(Date.UTC(2026, 0, 1))};
  const accounts = await Accounts.open({schema, baseline, seed: 1, changeLog: {append}});
  const targets = await Promise.all(names.map(name => accounts.get(name)));
  return {failing, targets, context: adminContextOf(accounts, targets)};
}

const addGroup = (account: AdminContext['account'], name: string) =>
  account.write(transaction => {
    const id = transaction.takeId(groups);
    transaction.put(groups, {...transaction.rows(groups).listed().first()!, id, name});
    return id;
  });

test('a reset of all accounts waits for the log; if one append fails, the others are still reset', async t => {
  const {failing, targets, context} = await openAccounts(['one', 'two', 'three']);
  await Promise.all(targets.map(account => addGroup(account, 'Choir')));
  failing.add('two');
  await t.throwsAsync(executeAdmin(resetAccount, context, {}), {message: /The database is away/});
  t.deepEqual(
    targets.map(({records, baseline}) => records === baseline.records),
    [true, false, true],
  );
  t.deepEqual(
    targets.map(({generation}) => generation),
    [2, 1, 2],
  );
});

test('a clock change that one account rejects changes no clock', async t => {
  const {targets, context} = await openAccounts(['one', 'two']);
  await executeAdmin(setClock, {...context, targets: [targets[1]!]}, {body: {mode: 'running'}});
  const before = targets.map(({clock}) => clock);
  await t.throwsAsync(executeAdmin(setClock, context, {body: {now: '2027-01-01', tick: 'PT1S'}}), {message: /tick/});
  t.deepEqual(
    targets.map(({clock}) => clock),
    before,
  );
});

test('a seed, a reset and a clock change wait for pending writes', async t => {
  const {targets, context} = await openAccounts(['one']);
  const [account] = targets;
  const [id, , seeded, , clock] = await Promise.all([
    addGroup(account!, 'Choir'),
    executeAdmin(setClock, context, {body: {advance: 'P1D'}}),
    executeAdmin(seedAccount, context, {body: {records: {groups: [{name: 'Friends'}]}, baseline: true}}),
    executeAdmin(resetAccount, context, {}),
    executeAdmin(setClock, context, {body: {advance: 'P1D'}}),
  ]);
  const rows = account!.records.collections.get('groups');
  t.deepEqual(
    [id, id + 1].map(one => (rows.get(one) as {name?: string} | undefined)?.name),
    ['Choir', 'Friends'],
  );
  t.is(seeded.counts['groups'], rows.size);
  t.is(seeded.clock.now, '2026-01-02T00:00:00Z');
  t.is(clock.now, '2026-01-03T00:00:00Z');
});
