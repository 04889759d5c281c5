import {spawnSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {Lock, LockedError} from '../../src/persistence/lock.js';
import {temporaryFolder} from './support.js';

/** The number of a process that no longer runs. */
const gone = () => spawnSync(process.execPath, ['--version']).pid;

test('a lock holds the number of this process, until it is released', async t => {
  const folder = await temporaryFolder(t);
  const file = path.join(folder, 'data.json');
  const lock = Lock.take(file);
  t.is(readFileSync(`${file}.lock`, 'utf8'), `${process.pid}\n`);
  lock.release();
  t.false(existsSync(`${file}.lock`));
  lock.release();
  t.notThrows(() => Lock.take(file).release());
});

test('a file is taken once, by this process as by others', async t => {
  const folder = await temporaryFolder(t);
  const file = path.join(folder, 'data.json');
  const lock = Lock.take(file);
  t.throws(() => Lock.take(path.join(folder, '.', 'data.json')), {
    instanceOf: LockedError,
    message: `The data file ${file} is in use by process ${process.pid}. Stop that one, or use another file.`,
  });
  lock.release();
});

test('who runs keeps it, whoever that is', async t => {
  const folder = await temporaryFolder(t);
  // The first process of the system runs always, and may be another user's.
  for (const holder of [process.ppid, 1]) {
    const file = path.join(folder, `data-${holder}.json`);
    writeFileSync(`${file}.lock`, `${holder}\n`);
    const message = `The data file ${file} is in use by process ${holder}. Stop that one, or use another file.`;
    t.throws(() => Lock.take(file), {instanceOf: LockedError, message});
    t.is(readFileSync(`${file}.lock`, 'utf8'), `${holder}\n`);
  }
});

test('what was left behind is taken over', async t => {
  const folder = await temporaryFolder(t);
  const file = path.join(folder, 'data.json');
  // A process that is gone; this one's number, from a container that is gone; one killed before it wrote its number.
  for (const left of [`${gone()}\n`, `${process.pid}\n`, '', 'shoe', '-1', '0']) {
    writeFileSync(`${file}.lock`, left);
    const lock = Lock.take(file);
    t.is(readFileSync(`${file}.lock`, 'utf8'), `${process.pid}\n`, `after ${JSON.stringify(left)}`);
    lock.release();
    t.deepEqual(readdirSync(folder), []);
  }
});

test('who was killed while taking a lock over is in nobody’s way', async t => {
  const folder = await temporaryFolder(t);
  const file = path.join(folder, 'data.json');
  const left = gone();
  writeFileSync(`${file}.lock`, `${left}\n`);
  writeFileSync(`${file}.lock.guard`, `${left}\n`);
  Lock.take(file).release();
  t.deepEqual(readdirSync(folder), []);
});

test('a lock that somebody else has by now is not removed', async t => {
  const folder = await temporaryFolder(t);
  const file = path.join(folder, 'data.json');
  const lock = Lock.take(file);
  writeFileSync(`${file}.lock`, `${process.ppid}\n`);
  lock.release();
  t.true(existsSync(`${file}.lock`));
});

test('a folder that is not there is the system’s own error', async t => {
  const folder = await temporaryFolder(t);
  t.throws(() => Lock.take(path.join(folder, 'none', 'data.json')), {code: 'ENOENT'});
});
