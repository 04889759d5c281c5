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

/** Accounts whose log takes a moment, and refuses what it is told to. */
async function opened(names: readonly string[]) {
  const refused = new Set<string>();
  const append = async (account: string) => {
    await setTimeout(2);
    if (refused.has(account)) {
      throw new Error('The database is away');
    }
  };
  const baseline = {records: generateRecords(catalog, {constituents: 1}), clock: frozenClock(Date.UTC(2026, 0, 1))};
  const accounts = await Accounts.open({schema, baseline, seed: 1, changeLog: {append}});
  const targets = await Promise.all(names.map(name => accounts.get(name)));
  return {refused, targets, context: adminContextOf(accounts, targets)};
}

const addGroup = (account: AdminContext['account'], name: string) =>
  account.write(transaction => {
    const id = transaction.takeId(groups);
    transaction.put(groups, {...transaction.rows(groups).listed().first()!, id, name});
    return id;
  });

test('a change of every account is awaited; where one refuses it that is told, and the others have it', async t => {
  const {refused, targets, context} = await opened(['one', 'two', 'three']);
  await Promise.all(targets.map(account => addGroup(account, 'Choir')));
  refused.add('two');
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

test('what one clock refuses changes none', async t => {
  const {targets, context} = await opened(['one', 'two']);
  await executeAdmin(setClock, {...context, targets: [targets[1]!]}, {body: {mode: 'running'}});
  const before = targets.map(({clock}) => clock);
  await t.throwsAsync(executeAdmin(setClock, context, {body: {now: '2027-01-01', tick: 'PT1S'}}), {message: /tick/});
  t.deepEqual(
    targets.map(({clock}) => clock),
    before,
  );
});

test('a seed, a reset and a clock change find what was still being written when they were asked for', async t => {
  const {targets, context} = await opened(['one']);
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
