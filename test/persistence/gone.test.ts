import {copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {Account} from '../../src/accounts/account.js';
import {ApiError} from '../../src/errors.js';
import {schema} from '../../src/resources/index.js';
import {noteOn, opened, small} from './opened.js';
import {load, open, temporaryFolder, textOf} from './support.js';

const ways: ReadonlyArray<readonly [string, (file: string) => void]> = [
  ['the folder is deleted', file => rmSync(path.dirname(file), {recursive: true})],
  ['the folder is moved', file => renameSync(path.dirname(file), `${path.dirname(file)}.moved`)],
  ['the log is deleted', file => rmSync(`${file}.log`)],
  ['the log is replaced', file => renameSync(copied(`${file}.log`), `${file}.log`)],
  ['the file is deleted', file => rmSync(file)],
  ['the file is replaced', file => renameSync(copied(file), file)],
  [
    'the folder is recreated',
    file => {
      rmSync(path.dirname(file), {recursive: true});
      mkdirSync(path.dirname(file));
    },
  ],
];

function copied(file: string): string {
  copyFileSync(file, `${file}.copy`);
  return `${file}.copy`;
}

async function inFolder(t: Parameters<typeof temporaryFolder>[0]) {
  const file = path.join(await temporaryFolder(t), 'own', 'data.json');
  mkdirSync(path.dirname(file));
  const dataFile = open(file);
  t.teardown(() => dataFile.close());
  await dataFile.write({baseline: small, current: small});
  return {file, dataFile, account: new Account('default', schema, small, small, dataFile)};
}

for (const [title, remove] of ways) {
  test(`writes are rejected with 507 when files disappear: ${title}`, async t => {
    const {file, account} = await inFolder(t);
    await noteOn(account, 'kept');
    const {state} = account;
    remove(file);
    for (const write of [() => noteOn(account, 'lost'), () => account.save('lost')]) {
      const error = await t.throwsAsync(write, {instanceOf: ApiError});
      t.is(error.status, 507);
      t.regex(error.message, /^Nothing was changed, because .* the data file: it was removed, moved or replaced while/);
      t.false(error.message.includes(path.dirname(file)), 'the message must not reveal the path');
    }
    t.is(account.state, state);
    t.is(account.snapshots.size, 0);
  });
}

test('writes succeed again once a moved folder is back', async t => {
  const {file, dataFile, account} = await inFolder(t);
  renameSync(path.dirname(file), `${path.dirname(file)}.moved`);
  await t.throwsAsync(() => noteOn(account, 'lost'), {instanceOf: ApiError});
  renameSync(`${path.dirname(file)}.moved`, path.dirname(file));
  await noteOn(account, 'kept');
  dataFile.close();
  t.is(textOf(await load(file)), textOf(account.state));
});

test('a foreign file at the path of the data file is not overwritten', async t => {
  const {file, dataFile, account} = await opened(t);
  await noteOn(account, 'one');
  rmSync(file);
  writeFileSync(file, 'my shopping list');
  await t.throwsAsync(dataFile.write({baseline: small, current: account.state}), {
    message: /replaced while the sandbox/,
  });
  t.is(readFileSync(file, 'utf8'), 'my shopping list');
  t.true(existsSync(`${file}.log`));
});

for (const gone of ['data.json', 'data.json.log']) {
  test(`saving restores a missing file with all acknowledged changes: ${gone}`, async t => {
    const {folder, file, dataFile, account} = await opened(t);
    await noteOn(account, 'one');
    rmSync(path.join(folder, gone));
    await t.throwsAsync(() => noteOn(account, 'two'), {instanceOf: ApiError});
    await dataFile.write({baseline: small, current: account.state});
    await noteOn(account, 'three');
    dataFile.close();
    t.is(textOf(await load(file)), textOf(account.state));
  });
}
