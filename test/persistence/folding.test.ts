import {copyFileSync, statSync} from 'node:fs';
import {copyFile, readFile} from 'node:fs/promises';
import {setTimeout} from 'node:timers/promises';
import test from 'ava';
import {Account} from '../../src/accounts/account.js';
import {frozenClock} from '../../src/accounts/clock.js';
import {schema} from '../../src/resources/index.js';
import {recordsFrom} from '../../src/store/records.js';
import {noteOn, opened, small} from './opened.js';
import {load, loadAll, textOf} from './support.js';

/** Waits until a file is being written. Writing takes at least one turn of the event loop, because of the disk. */
async function writeBegun(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) {
    await undefined;
  }
}

test('restoring the state of the file is stored, with a short and a long log', async t => {
  for (const longestLog of [1, 1_000_000]) {
    const {file, log, dataFile, account} = await opened(t, {longestLog});
    await noteOn(account, 'one');
    await noteOn(account, 'two');
    await account.replaceState(small);
    t.true((await readFile(log, 'utf8')).length > 0);
    dataFile.close();
    t.is(textOf(await load(file)), textOf(small));
  }
});

test('a log that exceeds longestLog is folded into the file', async t => {
  const {file, log, dataFile, account} = await opened(t, {longestLog: 20_000});
  let longest = 0;
  for (let step = 0; step < 100; step++) {
    await noteOn(account, `${step} ${'x'.repeat(500)}`);
    longest = Math.max(longest, statSync(log).size);
    await setTimeout(1);
  }
  dataFile.close();
  t.true(longest > 15_000 && longest < 60_000, `${longest} bytes`);
  t.is(textOf(await load(file)), textOf(account.state));
});

test('a change of many rows rewrites the file instead of the log', async t => {
  const {file, log, dataFile, account} = await opened(t);
  const source = [...small.records.collections.get('funds')!.values()][0]!;
  const funds = Array.from({length: 25_000}, (_, index) => ({...source, id: index + 1}));
  const rows = new Map(Array.from(small.records.collections, ([name, all]) => [name, [...all.values()]]));
  await account.replaceState({...small, records: recordsFrom(schema, rows.set('funds', funds))});
  t.is((await readFile(log, 'utf8')).split('\n').length, 2);
  await noteOn(account, 'after');
  dataFile.close();
  t.is(textOf(await load(file)), textOf(account.state));
});

test('changes made while the file is written are stored, and do not wait for the file', async t => {
  const {file, log, dataFile, account} = await opened(t);
  const other = new Account('other', schema, small, small, dataFile);
  let isWritten = false;
  const writing = dataFile.write({baseline: small, current: account.state}).then(() => {
    isWritten = true;
  });
  await writeBegun();
  await noteOn(account, 'meanwhile');
  const saved = await account.save('then');
  await noteOn(other, 'meanwhile, too');
  t.false(isWritten, 'changes must not wait for the file');
  await writing;
  await noteOn(account, 'after');
  t.is(
    (await readFile(log, 'utf8')).trimEnd().split('\n').length,
    6,
    'the new log must contain the changes made meanwhile',
  );
  dataFile.close();
  const kept = await loadAll(file);
  t.is(textOf(kept.get('default')!.current), textOf(account.state));
  t.is(textOf(kept.get('other')!.current), textOf(other.state));
  t.is(textOf(kept.get('default')!.snapshots.get('then')!), textOf(saved));
});

test('a change of many rows delays its own account, and no other', async t => {
  const {file, dataFile, account} = await opened(t);
  const other = new Account('other', schema, small, small, dataFile);
  const source = [...small.records.collections.get('funds')!.values()][0]!;
  const rows = new Map([['funds', Array.from({length: 25_000}, (_, index) => ({...source, id: index + 1}))]]);
  const order: string[] = [];
  const large = account.replaceState({...small, records: recordsFrom(schema, rows)});
  const next = account.setClock(frozenClock(5));
  t.is(account.state, small, 'the state must not change before it is stored');
  const notes = [noteOn(other, 'one'), noteOn(other, 'two')].map(noted => noted.then(() => order.push('other')));
  await Promise.all([large.then(() => order.push('large')), next.then(() => order.push('next')), ...notes]);
  t.deepEqual(order, ['other', 'other', 'large', 'next']);
  dataFile.close();
  const kept = await loadAll(file);
  t.is(textOf(kept.get('default')!.current), textOf(account.state));
  t.is(textOf(kept.get('other')!.current), textOf(other.state));
});

test('a kill between replacing the file and its log keeps changes made while the file was written', async t => {
  const {file, log, dataFile, account} = await opened(t);
  await noteOn(account, 'one');
  const writing = dataFile.write({baseline: small, current: account.state});
  await writeBegun();
  await noteOn(account, 'meanwhile');
  copyFileSync(log, `${log}.old`);
  await writing;
  dataFile.close();
  await copyFile(`${log}.old`, log);
  t.is(textOf(await load(file)), textOf(account.state));
});

test('concurrent changes of many rows in several accounts are all stored', async t => {
  const {file, dataFile, account} = await opened(t);
  const source = [...small.records.collections.get('funds')!.values()][0]!;
  const funds = (count: number) => Array.from({length: count}, (_, index) => ({...source, id: index + 1}));
  const large = (count: number) => ({...small, records: recordsFrom(schema, new Map([['funds', funds(count)]]))});
  const accounts = [account, ...['one', 'two'].map(name => new Account(name, schema, small, small, dataFile))];
  await Promise.all(accounts.map((each, index) => each.replaceState(large(21_000 + index))));
  dataFile.close();
  const kept = await loadAll(file);
  for (const {name, state} of accounts) {
    t.is(textOf(kept.get(name)!.current), textOf(state));
  }
});
