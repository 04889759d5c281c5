import {mkdirSync, rmdirSync, statSync} from 'node:fs';
import {copyFile, readdir, readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import {Account} from '../../src/accounts/account.js';
import type {AccountState} from '../../src/accounts/account-state.js';
import {Accounts, defaultAccount} from '../../src/accounts/accounts.js';
import {frozenClock} from '../../src/accounts/clock.js';
import {ApiError} from '../../src/errors.js';
import {LockedError} from '../../src/persistence/lock.js';
import {SnapshotError} from '../../src/persistence/snapshot/snapshot-error.js';
import {readSnapshot} from '../../src/persistence/snapshot/snapshot-format.js';
import {schema} from '../../src/resources/index.js';
import {effort} from '../support/effort.js';
import {noteOn, opened, small} from './opened.js';
import {takeStep} from './steps.js';
import {contentsOf, load, open, store, temporaryFolder, textOf, withoutChecksum} from './support.js';

test('a sandbox continues with the stored accounts, and saving folds the log into the file', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json');
  const options = {schema, baseline: small, seed: 1};
  const first = open(file, options);
  t.is(await first.read(), null);
  const accounts = await Accounts.open({...options, adapter: first, changeLog: first});
  await accounts.save();
  const account = await accounts.get(defaultAccount);
  for (let step = 1; step <= 30; step++) {
    await takeStep(account, step);
    await takeStep(await accounts.get('other'), step);
  }
  first.close();

  const second = open(file, options);
  const next = await Accounts.open({...options, adapter: second, changeLog: second});
  t.deepEqual(contentsOf((await next.get(defaultAccount)).state), contentsOf(account.state));
  t.is((await next.get(defaultAccount)).baseline, small, 'the baseline must remain the generated data');
  t.deepEqual(contentsOf((await next.get('other')).state), contentsOf((await accounts.get('other')).state));
  await next.save();
  t.is(textOf(await loadSnapshot(file)), textOf(account.state), 'the log must be folded into the file');
  t.is((await readFile(`${file}.log`, 'utf8')).split('\n').length, 2);
  second.close();
  t.deepEqual((await readdir(path.dirname(file))).sort(), ['data.json', 'data.json.log']);
});

/** Reads the default account from a file, without its log. */
const loadSnapshot = async (file: string) => (await readSnapshot(await readFile(file), schema)).state;

test('the seed of a stored file overrides the configured seed', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json');
  const first = open(file, {seed: 7});
  t.is(first.seed, 7);
  await first.write({baseline: small, current: small});
  first.close();
  const second = open(file, {seed: 8});
  t.is(second.seed, 8, 'before the file is read');
  const data = await second.read();
  t.is(second.seed, 7);
  await second.write(data!);
  second.close();
  t.is(JSON.parse(await readFile(file, 'utf8')).seed, 7);
});

test('every change is loaded again, and a truncated log restores an earlier state', async t => {
  const numbers = fc.array(fc.nat(), {minLength: 1, maxLength: 15});
  const folder = await temporaryFolder(t);
  let run = 0;
  await fc.assert(
    fc.asyncProperty(numbers, fc.array(fc.nat(), {minLength: 3, maxLength: 3}), async (numbers, cuts) => {
      const file = path.join(folder, `${++run}.json`);
      const dataFile = open(file);
      await dataFile.write({baseline: small, current: small});
      const account = new Account('default', schema, small, small, dataFile);
      const lengthOfLog = () => statSync(`${file}.log`).size;
      const states: Array<{readonly state: AccountState; readonly end: number}> = [];
      states.push({state: small, end: lengthOfLog()});
      for (const number of numbers) {
        await takeStep(account, number);
        states.push({state: account.state, end: lengthOfLog()});
      }
      dataFile.close();
      t.deepEqual(contentsOf(await load(file)), contentsOf(account.state));
      const whole = await readFile(`${file}.log`);
      const first = whole.indexOf('\n') + 1;
      for (const cut of cuts.map(cut => first + (cut % (whole.length + 1 - first)))) {
        await writeFile(`${file}.log`, whole.subarray(0, cut));
        const last = states.findLast(({end}) => end <= cut)?.state ?? small;
        t.is(textOf(await load(file)), textOf(last));
      }
    }),
    {numRuns: effort(6, 150)},
  );
});

test('a change appends one line with the changed rows and clock, and a no-op appends nothing', async t => {
  const {log, account} = await opened(t);
  const before = (await readFile(log, 'utf8')).length;
  await noteOn(account, 'x');
  await account.setClock(frozenClock(0));
  await account.setClock(frozenClock(0));
  await account.replaceState(account.state);
  const [change, clock, ...further] = (await readFile(log, 'utf8')).slice(before).trimEnd().split('\n');
  const {rows, ...rest} = JSON.parse(change!.slice(17));
  t.deepEqual(Object.keys(rows), ['gifts']);
  t.is(rows.gifts.length, 1);
  t.deepEqual(rest, {account: 'default', clock: {mode: 'frozen', now: '2026-01-01T00:00:01Z', tick: 1000}});
  t.deepEqual(JSON.parse(clock!.slice(17)), {
    account: 'default',
    clock: {mode: 'frozen', now: '1970-01-01T00:00:00Z', tick: 0},
  });
  t.deepEqual(further, [], 'a no-op must not be written');
});

test('a kill between replacing the file and its log neither loses a change nor applies it twice', async t => {
  const {file, log, dataFile, account} = await opened(t);
  await noteOn(account, 'one');
  await copyFile(log, `${log}.old`);
  await dataFile.write({baseline: small, current: account.state});
  dataFile.close();
  await copyFile(`${log}.old`, log);
  t.is(textOf(await load(file)), textOf(account.state));
});

test('a file older than its log is rejected, and --recover loads the file without the log', async t => {
  const {file, dataFile, account} = await opened(t);
  await copyFile(file, `${file}.backup`);
  await noteOn(account, 'one');
  await dataFile.write({baseline: small, current: account.state});
  await noteOn(account, 'two');
  dataFile.close();
  await copyFile(`${file}.backup`, file);
  await t.throwsAsync(load(file), {
    instanceOf: SnapshotError,
    message:
      /data\.json\.log: .* it holds changes \(1 that are sound\), and the data file that they were made to is another one\. Safe are the data as the file was last written\. /,
  });
  t.is(textOf(await load(file, {recover: true})), textOf(small));
});

test('changes are stored even if the file was not written first', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json');
  for (let round = 0; round < 3; round++) {
    const dataFile = open(file);
    const state = (await dataFile.read())?.current ?? small;
    const account = new Account('default', schema, state, state, dataFile);
    await noteOn(account, `round ${round}`);
    dataFile.close();
    t.is(textOf(await load(file)), textOf(account.state));
  }
});

test('an edited file is loaded if its log is empty, and rejected otherwise', async t => {
  const {file, log, dataFile, account} = await opened(t);
  await noteOn(account, 'in the log');
  const withLog = await readFile(log);
  await dataFile.write({baseline: small, current: account.state});
  dataFile.close();
  const written = await readFile(file);
  await writeFile(file, withoutChecksum(await readFile(file, 'utf8')).replace(/"name":"[^"]+"/, '"name":"Edited"'));
  const state = await load(file);
  t.regex(textOf(state), /"name":"Edited"/);
  await writeFile(file, withoutChecksum(written.toString()).replace(/"follows": "\w+"/, '"follows": null'));
  const empty = await readFile(log);
  await writeFile(log, withLog);
  await t.throwsAsync(load(file), {
    message: /the data file that they were made to was edited, or lost its checksum, since/,
  });
  await writeFile(log, empty);
  await store(file, state);
  t.regex(await readFile(file, 'utf8'), /"name":"Edited"[\s\S]*"checksum"/);
  await writeFile(file, (await readFile(file, 'utf8')).replace('"Edited"', '"Damaged"'));
  await t.throwsAsync(load(file), {instanceOf: SnapshotError, message: /data\.json: The snapshot is damaged, or was/});
});

test('a damaged log is rejected, and the error names the log and --recover', async t => {
  const {file, log, dataFile, account} = await opened(t);
  await noteOn(account, 'one');
  await noteOn(account, 'two');
  dataFile.close();
  await writeFile(log, (await readFile(log, 'utf8')).replace('"one"', '"0ne"'));
  await t.throwsAsync(load(file), {
    instanceOf: SnapshotError,
    message:
      /data\.json\.log: The change log cannot be loaded: line 2 was changed, .* Safe are the data as the file was last written\. .*--recover/,
  });
});

test('a file that cannot be loaded is left unchanged and unlocked', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json');
  await writeFile(file, 'my shopping list');
  await t.throwsAsync(load(file), {instanceOf: SnapshotError});
  t.is(await readFile(file, 'utf8'), 'my shopping list');
  t.deepEqual(await readdir(path.dirname(file)), ['data.json'], 'the lock must be released');
});

test('a data file can be opened once, and writes after close() are rejected', async t => {
  const {file, dataFile, account} = await opened(t);
  t.throws(() => open(file), {instanceOf: LockedError});
  dataFile.close();
  dataFile.close();
  await t.throwsAsync(() => noteOn(account, 'late'), {message: /is closed/});
  await t.throwsAsync(dataFile.write({baseline: small, current: small}), {message: /is closed/});
  t.is(textOf(account.state), textOf(small));
});

test('a change that cannot be stored is rejected with 507, and later changes are stored', async t => {
  const folder = await temporaryFolder(t);
  const file = path.join(folder, 'data.json');
  const dataFile = open(file);
  const account = new Account('default', schema, small, small, dataFile);
  mkdirSync(file);
  const error = await t.throwsAsync(() => noteOn(account, 'one'), {instanceOf: ApiError});
  t.is(error.status, 507);
  t.is(
    error.message,
    'Nothing was changed, because the change cannot be written to the data file: it is a folder (EISDIR)',
  );
  t.false(error.message.includes(folder), 'the message must not reveal the path');
  t.is(account.state, small);
  t.deepEqual((await readdir(folder)).sort(), ['data.json', 'data.json.lock']);
  rmdirSync(file);
  await noteOn(account, 'two');
  dataFile.close();
  t.is(textOf(await load(file)), textOf(account.state));
});
