import {mkdirSync, readFileSync, readlinkSync, realpathSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {LockedError} from '../../src/persistence/lock.js';
import {realFile} from '../../src/persistence/real-file.js';
import {writeWhole} from '../../src/persistence/replace-file.js';
import {noteOn, opened} from './opened.js';
import {load, open, temporaryFolder, textOf} from './support.js';

const linking = process.platform === 'win32' ? test.skip : test;

linking('realFile() resolves links, also to files that do not exist yet', async t => {
  const folder = realpathSync(await temporaryFolder(t));
  mkdirSync(path.join(folder, 'real'));
  symlinkSync('real', path.join(folder, 'folder'));
  symlinkSync('folder/data.json', path.join(folder, 'first'));
  symlinkSync(path.join(folder, 'first'), path.join(folder, 'second'));
  const real = path.join(folder, 'real', 'data.json');
  for (const written of [false, true]) {
    for (const name of ['real/data.json', 'folder/data.json', 'first', 'second', './folder/../second']) {
      t.is(realFile(path.join(folder, name)), real, `${name}, ${written ? 'there' : 'not there yet'}`);
    }
    writeFileSync(real, '');
  }
  symlinkSync('b', path.join(folder, 'a'));
  symlinkSync('a', path.join(folder, 'b'));
  t.throws(() => realFile(path.join(folder, 'a')), {code: 'ELOOP'});
  t.throws(() => realFile(path.join(folder, 'none', 'data.json')), {code: 'ENOENT'});
});

linking('a link to a data file is kept, and both names share a lock', async t => {
  const {folder, file, dataFile, account} = await opened(t);
  const link = path.join(folder, 'link.json');
  symlinkSync('data.json', link);
  t.throws(() => open(link), {instanceOf: LockedError});
  await noteOn(account, 'one');
  dataFile.close();
  const state = await load(link);
  t.is(textOf(state), textOf(account.state));
  const other = open(link);
  await other.write({baseline: state, current: state});
  t.throws(() => open(file), {instanceOf: LockedError});
  other.close();
  t.is(readlinkSync(link), 'data.json');
  t.is(textOf(await load(file)), textOf(account.state));
});

linking('writing to a link replaces its target and keeps the link', async t => {
  const folder = await temporaryFolder(t);
  symlinkSync('real.json', path.join(folder, 'link.json'));
  writeWhole(path.join(folder, 'link.json'), ['one']);
  t.is(readFileSync(path.join(folder, 'real.json'), 'utf8'), 'one');
  t.is(readlinkSync(path.join(folder, 'link.json')), 'real.json');
});
