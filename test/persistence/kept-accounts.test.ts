import {readFileSync} from 'node:fs';
import path from 'node:path';
import type {ExecutionContext} from 'ava';
import test from 'ava';
import {generateRecords} from '../../fixtures/index.js';
import type {Account} from '../../src/accounts/account.js';
import {Accounts, defaultAccount} from '../../src/accounts/accounts.js';
import {frozenClock} from '../../src/accounts/clock.js';
import {catalog, schema} from '../../src/resources/index.js';
import {settingsOf} from '../../src/settings.js';
import {noteOn, small} from './opened.js';
import {takeStep} from './steps.js';
import {open, temporaryFolder, textOf} from './support.js';

/** Opens accounts that are stored in a file, as a sandbox does. */
async function start(t: ExecutionContext, file: string, baseline = small) {
  const options = {schema, baseline, seed: 1};
  const dataFile = open(file, options);
  t.teardown(() => dataFile.close());
  const accounts = await Accounts.open({...options, adapter: dataFile, changeLog: dataFile});
  await accounts.save();
  return {accounts, dataFile};
}

const all = ({state, baseline, snapshots, settings}: Account) => ({
  state: textOf(state),
  baseline: textOf(baseline),
  snapshots: Array.from(snapshots, ([name, snapshot]) => [name, snapshot.savedAt, textOf(snapshot)]),
  assume: settings.assume,
});

/** Returns the contents of all accounts as plain values. */
const contents = (accounts: Accounts) =>
  Object.fromEntries(
    accounts
      .all()
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .map(account => [account.name, {...all(account), expiresAt: accounts.expiresAt(account.name)}]),
  );

const other = {records: generateRecords(catalog, {constituents: 2, seed: 5}), clock: frozenClock(7)};

/** Runs every kind of change to accounts. */
async function changeAll(accounts: Accounts): Promise<void> {
  const main = await accounts.get(defaultAccount);
  await main.save('at first');
  await noteOn(main, 'one');
  await main.save('then');
  await main.save('sent', other);
  await main.save('gone');
  await main.deleteSnapshot('gone');
  await noteOn(await accounts.get('by-its-key'), 'two');
  await accounts.get('never-written');
  const settings = settingsOf({assume: {keyword_delete: 'permanent'}});
  const copy = await accounts.fork('copy', main.state, 60 * 60 * 1000, settings);
  const restored = await accounts.fork('restored', main.snapshots.get('at first')!);
  const foreign = await accounts.fork('foreign', other);
  await noteOn(main, 'after the copies were made');
  await noteOn(copy, 'three');
  await copy.save('of the copy');
  await foreign.replaceState(small, {asBaseline: true});
  await restored.replaceState(main.snapshots.get('sent')!);
  await accounts.fork('dropped', main.state);
  await noteOn(await accounts.get('dropped'), 'four');
  await accounts.drop('dropped');
  await accounts.fork('recreated', small);
  await accounts.drop('recreated');
  await accounts.fork('recreated', other);
  await accounts.fork('short', small, 1);
  for (let step = 0; step < 40; step++) {
    await takeStep(await accounts.get(`walk-${step % 3}`), step);
  }
}

test('every account is restored from the log and from the file, with snapshots, settings and expiry', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json');
  const first = await start(t, file);
  await changeAll(first.accounts);
  await new Promise(resolve => setTimeout(resolve, 5));
  await first.accounts.drop('never-written');
  const before = contents(first.accounts);
  t.deepEqual(Object.keys(before).length, 9);
  first.dataFile.close();

  const second = await start(t, file);
  t.deepEqual(contents(second.accounts), before, 'read from the log');
  second.dataFile.close();

  const third = await start(t, file);
  t.deepEqual(contents(third.accounts), before, 'read from the file');
  await noteOn(await third.accounts.get('copy'), 'goes on');
  await (await third.accounts.get('foreign')).replaceState((await third.accounts.get('foreign')).baseline);
  const now = contents(third.accounts);
  third.dataFile.close();
  t.deepEqual(contents((await start(t, file)).accounts), now);
});

test('stored accounts keep their state when the sandbox starts with another baseline', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json');
  const first = await start(t, file);
  await noteOn(await first.accounts.get('one'), 'one');
  const state = textOf((await first.accounts.get('one')).state);
  first.dataFile.close();
  const {accounts} = await start(t, file, other);
  t.is(textOf((await accounts.get('one')).state), state);
  t.is((await accounts.get('one')).baseline, other);
  t.is((await accounts.get('new')).state, other);
});

test('accounts and snapshots store only their changes, in the log and in the file', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json');
  const {accounts} = await start(t, file);
  const lengths = () => [readFileSync(file).length, readFileSync(`${file}.log`).length] as const;
  const [fileBefore, logBefore] = lengths();
  for (let number = 0; number < 50; number++) {
    await accounts.fork(`fork-${number}`, (await accounts.get(defaultAccount)).state);
    await noteOn(await accounts.get(`key-${number}`), 'x');
    await (await accounts.get(`key-${number}`)).save('kept');
  }
  const [, logAfter] = lengths();
  t.true(logAfter - logBefore < 100 * 2000, `${logAfter - logBefore} bytes of log for 100 accounts and 50 snapshots`);
  await accounts.save();
  const [fileAfter] = lengths();
  t.true(fileAfter - fileBefore < 100 * 2000, `${fileAfter - fileBefore} bytes of file`);
});

test('restoring a stored state appends one short line to the log', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json');
  const {accounts, dataFile} = await start(t, file);
  const [main, named] = [await accounts.get(defaultAccount), await accounts.get('named')];
  await named.replaceState(other, {asBaseline: true});
  await named.save('kept');
  const linesOf = () => readFileSync(`${file}.log`, 'utf8').split('\n');
  for (const account of [main, named]) {
    await noteOn(account, 'x'.repeat(5000));
    await account.save('later');
    for (const state of [account.baseline, account.snapshots.get('later')!, account.baseline]) {
      const {length} = linesOf();
      await account.replaceState(state);
      const lines = linesOf().slice(length - 1, -1);
      t.is(lines.length, 1);
      t.true(lines[0]!.length < 300, lines[0]!);
    }
    await noteOn(account, 'on top');
  }
  const before = contents(accounts);
  dataFile.close();
  const second = await start(t, file);
  t.deepEqual(contents(second.accounts), before);
  second.dataFile.close();
  t.deepEqual(contents((await start(t, file)).accounts), before);
});

test('if the data file is closed, accounts are neither created nor dropped', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json');
  const {accounts, dataFile} = await start(t, file);
  await accounts.fork('one', small);
  dataFile.close();
  await t.throwsAsync(accounts.fork('two', small), {message: /^Nothing was changed/});
  await t.throwsAsync(accounts.drop('one'), {message: /^Nothing was changed/});
  t.deepEqual(
    accounts.all().map(({name}) => name),
    ['default', 'one'],
  );
});

test('a seeded baseline is restored, for stored and for later accounts', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json');
  const {accounts, dataFile} = await start(t, file);
  const main = await accounts.get(defaultAccount);
  await main.replaceState(other, {asBaseline: true});
  const created = await accounts.get('by-its-key');
  t.is(textOf(created.state), textOf(other));
  await noteOn(created, 'one');
  const before = contents(accounts);
  accounts.close();
  dataFile.close();
  const {accounts: again} = await start(t, file);
  t.deepEqual(contents(again), before);
  t.is(textOf((await again.get('later')).state), textOf(other));
});
