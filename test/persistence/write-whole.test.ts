import {mkdir, readdir, readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import {Replacement, readIfThere, removeUnfinished, writeWhole} from '../../src/persistence/replace-file.js';
import {temporaryFolder} from './support.js';

test('writeWhole() joins chunks, and replaces an existing file', async t => {
  const folder = await temporaryFolder(t);
  const file = path.join(folder, 'data.json');
  writeWhole(file, ['one', ' ', 'twö']);
  t.is(await readFile(file, 'utf8'), 'one twö');
  writeWhole(file, ['three']);
  t.is(await readFile(file, 'utf8'), 'three');
  t.deepEqual(await readdir(folder), ['data.json']);
});

test('an error during writing leaves the file unchanged and no temporary file', async t => {
  const folder = await temporaryFolder(t);
  const file = path.join(folder, 'data.json');
  writeWhole(file, ['old']);
  const failing = function* () {
    yield 'new';
    throw new Error('no space left');
  };
  t.throws(() => writeWhole(file, failing()), {message: 'no space left'});
  t.is(await readFile(file, 'utf8'), 'old');
  t.deepEqual(await readdir(folder), ['data.json']);
});

test('failing to replace a folder leaves it unchanged and no temporary file', async t => {
  const folder = await temporaryFolder(t);
  await mkdir(path.join(folder, 'taken', 'inside'), {recursive: true});
  const error = t.throws(() => writeWhole(path.join(folder, 'taken'), ['new'])) as NodeJS.ErrnoException;
  t.regex(error.code ?? '', /^E/);
  t.deepEqual(await readdir(folder), ['taken']);
});

test('writing into a missing folder throws ENOENT', async t => {
  const folder = await temporaryFolder(t);
  t.throws(() => writeWhole(path.join(folder, 'none', 'data.json'), ['new']), {code: 'ENOENT'});
});

test('a replacement that is not committed leaves the file unchanged', async t => {
  const folder = await temporaryFolder(t);
  const file = path.join(folder, 'data.json');
  writeWhole(file, ['old']);
  {
    using replacement = new Replacement(file);
    replacement.writeAll(['new']);
    t.is(await readFile(file, 'utf8'), 'old');
  }
  t.is(await readFile(file, 'utf8'), 'old');
  t.deepEqual(await readdir(folder), ['data.json']);
});

test('removeUnfinished() removes only temporary files of the given file', async t => {
  const folder = await temporaryFolder(t);
  const kept = ['data.json', 'data.json.5.tmp.bak', 'data.json.tmp', 'data.json.x.tmp', 'other.json.5.tmp'];
  for (const name of [...kept, 'data.json.5.tmp', 'data.json.123456.tmp']) {
    await writeFile(path.join(folder, name), '');
  }
  removeUnfinished(path.join(folder, 'data.json'));
  t.deepEqual((await readdir(folder)).sort(), kept);
});

test('readIfThere() returns undefined for a missing file, and throws for an unreadable one', async t => {
  const folder = await temporaryFolder(t);
  t.is(readIfThere(path.join(folder, 'none')), undefined);
  t.throws(() => readIfThere(folder), {code: 'EISDIR'});
});
