import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {Lock, LockedError} from '../../src/persistence/lock.js';
import {temporaryFolder} from './support.js';

const me = `process ${process.pid} on ${os.hostname()}`;

const holderScript = fileURLToPath(new URL('lock-holder.js', import.meta.url));

/** Starts a process that locks the file. @param before words that run it @param options of Node */
async function holder(
  t: ExecutionContext,
  file: string,
  before: readonly string[] = [],
  options: readonly string[] = [],
) {
  const [command = '', ...words] = [...before, process.execPath, ...options, holderScript, file];
  const child = spawn(command, words, {stdio: ['pipe', 'pipe', 'inherit']});
  t.teardown(() => child.kill('SIGKILL'));
  const [output] = await once(child.stdout.setEncoding('utf8'), 'data');
  return {output: String(output).trim(), child, ended: once(child, 'close')};
}

test('a lock file names its process, and is removed by release()', async t => {
  const folder = await temporaryFolder(t);
  const file = path.join(folder, 'data.json');
  const lock = Lock.take(file);
  t.is(lock.leftBy, undefined);
  t.is(readFileSync(`${file}.lock`, 'utf8'), `${me}\n`);
  lock.release();
  t.deepEqual(readdirSync(folder), []);
  lock.release();
  const next = Lock.take(file);
  t.is(next.leftBy, undefined);
  next.release();
});

test('a locked file is rejected with its owner, in the same and in another process', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json');
  const lock = Lock.take(file);
  t.throws(() => Lock.take(file), {
    instanceOf: LockedError,
    message: `The data file ${file} is in use by ${me}, which is running. Stop that one, or use another file.`,
  });
  t.is(readFileSync(`${file}.lock`, 'utf8'), `${me}\n`, 'a rejected lock must leave the file unchanged');
  lock.release();
  const other = await holder(t, file);
  t.is(other.output, 'held');
  const error = t.throws(() => Lock.take(file), {instanceOf: LockedError});
  t.regex(error.message, new RegExp(`in use by process ${other.child.pid} on .*, which is running`));
});

test('the lock of a killed process is free at once, and leftBy names that process', async t => {
  const folder = await temporaryFolder(t);
  const file = path.join(folder, 'data.json');
  const {child, ended} = await holder(t, file);
  child.kill('SIGKILL');
  await ended;
  t.true(existsSync(`${file}.lock`));
  const lock = Lock.take(file);
  t.is(lock.leftBy, `process ${child.pid} on ${os.hostname()}`);
  t.is(readFileSync(`${file}.lock`, 'utf8'), `${me}\n`);
  lock.release();
  t.deepEqual(readdirSync(folder), []);
});

test('a stale lock is taken even if it names a running process, because pids are reused', async t => {
  const folder = await temporaryFolder(t);
  const file = path.join(folder, 'data.json');
  for (const left of ['process 1 on elsewhere', `process ${process.ppid} on ${os.hostname()}`, `${me}`, '1', '']) {
    writeFileSync(`${file}.lock`, left);
    const lock = Lock.take(file);
    t.is(lock.leftBy, left || undefined);
    lock.release();
    t.deepEqual(readdirSync(folder), []);
  }
});

test('locking in Deno throws an error that recommends Node, Bun or no --data', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json');
  const {output} = await holder(t, file, [], ['--import', 'data:text/javascript,globalThis.Deno = {}']);
  t.is(
    output,
    `LockUnavailableError: The data file ${file} cannot be locked: Deno lacks functions of libuv that the locks need. Start the sandbox in Node or Bun, or without --data.`,
  );
});

const apart = ['unshare', '--map-root-user', '--pid', '--fork', '--kill-child'];
const canUnshare = process.platform === 'linux' && spawnSync(apart[0]!, [...apart.slice(1), 'true']).status === 0;

(canUnshare ? test : test.skip)('two containers on one volume cannot both lock a file', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json');
  const one = await holder(t, file, apart);
  t.is(one.output, 'held');
  const other = await holder(t, file, apart);
  t.regex(other.output, /^LockedError: .* in use by process 1 on /);
  t.throws(() => Lock.take(file), {instanceOf: LockedError});
});

test('of several processes that start at once, exactly one locks the file', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json');
  writeFileSync(`${file}.lock`, 'process 5 on elsewhere\n');
  const outputs = await Promise.all(Array.from({length: 6}, async () => (await holder(t, file)).output));
  t.is(outputs.filter(text => text === 'held').length, 1, outputs.join('\n'));
});

test('after its folder was moved, a file can be locked again, and the old lock leaves the new one', async t => {
  const folder = path.join(await temporaryFolder(t), 'a');
  const file = path.join(folder, 'data.json');
  mkdirSync(folder);
  const lock = Lock.take(file);
  renameSync(folder, `${folder}.moved`);
  mkdirSync(folder);
  const other = Lock.take(file);
  lock.release();
  t.true(existsSync(`${file}.lock`), 'release() must not remove the lock of another owner');
  t.throws(() => Lock.take(file), {instanceOf: LockedError});
  other.release();
  rmSync(folder, {recursive: true});
  t.throws(() => Lock.take(file), {code: 'ENOENT'});
});
