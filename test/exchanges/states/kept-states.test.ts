import test from 'ava';
import {generateRecords} from '../../../fixtures/index.js';
import {Account} from '../../../src/accounts/account.js';
import {Accounts} from '../../../src/accounts/accounts.js';
import {frozenClock} from '../../../src/accounts/clock.js';
import {executeAdmin} from '../../../src/admin/admin-operation.js';
import {seedAccount} from '../../../src/admin/seed.js';
import {noIssues} from '../../../src/exchanges/exchange.js';
import {Journal} from '../../../src/exchanges/journal/journal.js';
import {execute, replyToSend} from '../../../src/operations/execute.js';
import {catalog, operations, schema} from '../../../src/resources/index.js';
import {settingsOf} from '../../../src/settings.js';
import {OrderedSet} from '../../../src/store/index/tree.js';
import {apart, reopen} from '../../../src/store/records.js';
import {adminContextOf} from '../../support/admin-context.js';
import {readNow} from '../../support/transactions.js';

const clock = frozenClock(Date.UTC(2026, 0, 1));
const stateOf = (constituents: number) => ({records: generateRecords(catalog, {constituents}), clock});

/** Returns a function that executes operations in process and records them in a journal. */
function senderOf(account: Account, journal: Journal, first = 1) {
  const context = {account, settings: settingsOf(), address: () => 'http://localhost'};
  let seq = first;
  return async (id: string, path: Record<string, number> = {}, body?: object, query = {}): Promise<string> => {
    const texts = Object.fromEntries(Object.entries(path).map(([name, value]) => [name, String(value)]));
    const operation = operations.find(each => each.id === id)!;
    const outcome = await execute(operation, {path: texts, query, body}, context);
    const {before, after, changedRows} = outcome;
    journal.read({
      ...{seq, at: '2026-01-01T00:00:00Z', receivedAt: 0, account: account.name, surface: 'api', client: {}},
      ...{method: 'GET', url: '/', params: {}, query: {}, requestHeaders: {}, issues: noIssues, status: 200},
      ...{headers: {}, ms: 1, before, after, changedRows},
    });
    seq += 1;
    return String(replyToSend(outcome));
  };
}

/** Counts how many orders and indexes are built from all rows of a collection. */
async function countMaking(work: () => unknown): Promise<number> {
  const {from} = OrderedSet;
  let count = 0;
  OrderedSet.from = (...args) => {
    count += 1;
    return from.apply(OrderedSet, args as never) as never;
  };
  try {
    await work();
  } finally {
    Object.assign(OrderedSet, {from});
  }
  return count;
}

test('the oldest states of all accounts are dropped when there are too many changes', async t => {
  const journal = new Journal('one', {changes: 64});
  const states = journal.size;
  const accounts = ['one', 'two'].map(name => new Account(name, schema, stateOf(5)));
  const [one, two] = accounts.map(account => senderOf(account, journal));
  for (let count = 0; count < 50; count++) {
    await one!('createGroup', {}, {name: `one ${count}`});
    await two!('createGroup', {}, {name: `two ${count}`});
    t.true(states.changes <= 64);
  }
  for (const {name} of accounts) {
    const {entries} = journal.of(name);
    t.is(entries.length, 50);
    const held = entries.filter(entry => entry.states !== undefined);
    t.true(held.length > 10 && held.length < 50, `${held.length} of ${name}`);
    t.deepEqual(held, entries.slice(-held.length), 'the latest must be kept');
    t.is(entries[0]!.change()!.total.created, 1, 'the change of the oldest must be kept');
    t.is(entries[0]!.change()!.created['groups']![0]!['name'], `${name} 0`);
  }
});

test('the oldest states are dropped with too many changed rows, even those of the last request', async t => {
  const journal = new Journal('one', {rows: 160});
  const states = journal.size;
  const account = new Account('one', schema, stateOf(5));
  const send = senderOf(account, journal);
  const [ada] = account.records.collections.get('constituents').values();
  for (let count = 0; count < 50; count++) {
    await send('createGiftOfConstituent', {constituent_id: ada!.id}, {gift_type_id: 1, received_amount: 1});
  }
  const {entries} = journal.of('one');
  t.true(entries.every(({states, changedRows}) => states !== undefined && changedRows > 0 && changedRows < 4));
  for (let count = 0; count < 150; count++) {
    await send('createGiftOfConstituent', {constituent_id: ada!.id}, {gift_type_id: 1, received_amount: 1});
    t.true(states.rows <= 160);
  }
  t.not(journal.of('one').entries.at(-1)!.states, undefined);
  t.is(journal.of('one').entries[0]!.states, undefined);
  await send('deleteConstituent', {id: ada!.id});
  const last = journal.of('one').entries.at(-1)!;
  t.true(last.changedRows > 200);
  t.deepEqual([last.states, states.rows, states.changes], [undefined, 0, 0]);
  t.true(last.change()!.total.deleted > 200);
  t.is(Object.values(last.change()!.deleted).flat().length, 100);
});

test('changes without states are only counted when too many records are listed', async t => {
  const journal = new Journal('one', {changes: 16, listedRecords: 100});
  const states = journal.size;
  const send = senderOf(new Account('one', schema, stateOf(5)), journal);
  for (let count = 0; count < 200; count++) {
    await send('createGroup', {}, {name: `one ${count} ${'x'.repeat(200)}`});
  }
  t.true(states.listedRecords <= 100 && states.listedRecords > 80);
  const {entries} = journal.of('one');
  const [oldest] = entries;
  t.is(
    entries.filter(({listedRecords, states}) => states === undefined && listedRecords > 0).length,
    states.listedRecords,
  );
  t.deepEqual(oldest!.change(), {
    total: {created: 1, changed: 0, deleted: 0},
    created: {},
    changed: {},
    deleted: {},
    names: {},
    unlisted: 1,
  });
});

test('evicted, released and cleared entries are no longer counted', async t => {
  const journal = new Journal('one', {exchanges: 3});
  const states = journal.size;
  const send = senderOf(new Account('one', schema, stateOf(5)), journal);
  const sizes: number[] = [];
  for (let count = 0; count < 20; count++) {
    await send('createGroup', {}, {name: `one ${count}`});
    sizes.push(states.changes);
  }
  t.deepEqual([sizes[0], sizes.at(-1)], [1, 3]);
  journal.release('one');
  t.like(states, {changes: 0, rows: 0, listedRecords: 3});
  journal.of('one').clear();
  t.like(states, {changes: 0, rows: 0, listedRecords: 0});
});

test('1,000 seeds that replace all data keep the states of only the last request', async t => {
  const accounts = await Accounts.open({schema, baseline: stateOf(0), seed: 1});
  const account = await accounts.get('default');
  const context = adminContextOf(accounts, [account]);
  const {journal} = context;
  const constituents = [{$id: 'ada', last_name: 'Lovelace'}];
  const sizes: number[] = [];
  for (let each = 1; each <= 1000; each++) {
    await executeAdmin(seedAccount, context, {body: {records: {constituents}, mode: 'replace'}});
    await senderOf(account, journal, each)('createGroup', {}, {name: `made in ${each}`});
    sizes.push(journal.size.changes);
  }
  const {entries} = journal.of('default');
  t.is(entries.length, 1000);
  t.is(entries.filter(({states}) => states !== undefined).length, 1);
  t.is(Math.max(...sizes), 1);
  t.is(journal.size.listedRecords, 999);
  t.is(entries[0]!.change()!.created['groups']![0]!['name'], 'made in 1');
});

test('accounts with the same initial state release it separately', async t => {
  const journal = new Journal('default');
  const start = stateOf(5);
  for (const name of ['one', 'two']) {
    await senderOf(new Account(name, schema, start), journal)('createGroup', {}, {name: 'Choir'});
  }
  journal.release('one');
  t.is(journal.of('one').entries[0]!.states, undefined);
  t.not(journal.of('two').entries[0]!.states, undefined);
});

test('a read shares the states of adjacent writes, and drops them with the next one', async t => {
  const journal = new Journal('one', {changes: 2});
  const states = journal.size;
  const send = senderOf(new Account('one', schema, stateOf(5)), journal);
  await send('createGroup', {}, {name: 'Choir'});
  await send('listGroups');
  await send('createGroup', {}, {name: 'Band'});
  const [first, read, second] = journal.of('one').entries;
  t.is(read!.states!.before, first!.states!.after);
  t.is(read!.states!.after, second!.states!.before);
  journal.releaseStates(first!);
  t.is(first!.states, undefined);
  t.not(read!.states, undefined, 'the states shared with the second write must be kept');
  t.not(second!.states, undefined);
  await send('createGroup', {}, {name: 'Orchestra'});
  t.is(states.changes, 2);
  await send('createGroup', {}, {name: 'Quartet'});
  t.deepEqual([read!.states, second!.states], [undefined, undefined]);
  await send('listGroups');
  t.not(journal.of('one').entries.at(-1)!.states, undefined, 'the current state must be kept');
});

test('the states of a dropped account are released', async t => {
  const accounts = await Accounts.open({schema, baseline: stateOf(5), seed: 1});
  const journal = new Journal('default');
  accounts.onLeave = name => journal.release(name);
  await senderOf(await accounts.get('one'), journal)('createGroup', {}, {name: 'Choir'});
  const [entry] = journal.of('one').entries;
  t.not(entry!.states, undefined);
  await accounts.drop('one');
  t.is(entry!.states, undefined);
  t.is(entry!.change()!.total.created, 1);
});

test.serial('an old state of 20,000 constituents has no indexes, and reading it adds none', async t => {
  const account = new Account('one', schema, stateOf(20_000));
  const journal = new Journal('one');
  const send = senderOf(account, journal);
  const page = () => send('listConstituents', {}, undefined, {limit: '1'});
  t.is(await countMaking(page), 1, 'a list must build an index');
  const [{id}] = JSON.parse(await page()).items;
  await send('createGiftOfConstituent', {constituent_id: id}, {gift_type_id: 1, received_amount: 5});
  const {entries} = journal.of('one');
  const [then] = entries.map(({states}) => states!.after.records);

  const read = () => {
    const copy = new Account('one', schema, {records: apart(reopen(then!, account.records)), clock});
    return readNow(copy, transaction => [
      transaction.rows('constituents').listed().first(),
      transaction.rows('notes').where('constituent_id' as never, 1).total,
    ]);
  };
  t.is(await countMaking(read), 1, 'only the index of notes by constituent must be built');
  t.is(await countMaking(read), 1, 'the index must not be kept');
  const kept = entries.flatMap(({states}) => [states!.before, states!.after]).map(({records}) => records.collections);
  const ofKept = (name: string) => new Set(kept.map(collections => collections.get(name)));
  t.is(ofKept('gifts').size, 2, 'the states before and after the gift must be kept');
  for (const constituents of ofKept('constituents')) {
    t.is(await countMaking(() => constituents.listed()), 1, 'the old state must have no index');
  }
  for (const gifts of ofKept('gifts')) {
    t.is(await countMaking(() => gifts.where('external_id' as never, 'none')), 1, 'the old state must have no index');
  }
  t.is(
    await countMaking(() => account.records.collections.get('constituents').listed()),
    0,
    'the account must have its own index',
  );
  t.is(await countMaking(() => account.records.collections.get('gifts').where('external_id' as never, 'none')), 0);
});
