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

/** Another process that holds the file until it is killed. @param before words to run it with @param options Node's */
async function holder(
  t: ExecutionContext,
  file: string,
  before: readonly string[] = [],
  options: readonly string[] = [],
) {
  const [command = '', ...words] = [...before, process.execPath, ...options, holderScript, file];
  const child = spawn(command, words, {stdio: ['pipe', 'pipe', 'inherit']});
  t.teardown(() => child.kill('SIGKILL'));
  const [said] = await once(child.stdout.setEncoding('utf8'), 'data');
  return {said: String(said).trim(), child, ended: once(child, 'close')};
}

test('a lock says who holds it, until it is released', async t => {
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

test('a file is taken once, by this process as by others', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json');
  const lock = Lock.take(file);
  t.throws(() => Lock.take(file), {
    instanceOf: LockedError,
    message: `The data file ${file} is in use by ${me}, which is running. Stop that one, or use another file.`,
  });
  t.is(readFileSync(`${file}.lock`, 'utf8'), `${me}\n`, 'who is refused leaves it as it is');
  lock.release();
  const other = await holder(t, file);
  t.is(other.said, 'held');
  const refused = t.throws(() => Lock.take(file), {instanceOf: LockedError});
  t.regex(refused.message, new RegExp(`in use by process ${other.child.pid} on .*, which is running`));
});

test('what a killed process held is free at once, and the next is told whose it was', async t => {
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

test('the number of a process that runs refuses nothing: numbers are used again', async t => {
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

test('a process of Deno has no lock, because the binary would end it, and says what works', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json');
  const {said} = await holder(t, file, [], ['--import', 'data:text/javascript,globalThis.Deno = {}']);
  t.is(
    said,
    `LockUnavailableError: The data file ${file} cannot be locked: Deno lacks functions of libuv that the locks need. Start the sandbox in Node or Bun, or without --data.`,
  );
});

const apart = ['unshare', '--map-root-user', '--pid', '--fork', '--kill-child'];
const canUnshare = process.platform === 'linux' && spawnSync(apart[0]!, [...apart.slice(1), 'true']).status === 0;

(canUnshare ? test : test.skip)('two containers on one volume do not both hold a file', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json');
  const one = await holder(t, file, apart);
  t.is(one.said, 'held');
  const other = await holder(t, file, apart);
  t.regex(other.said, /^LockedError: .* in use by process 1 on /);
  t.throws(() => Lock.take(file), {instanceOf: LockedError});
});

test('of many processes that start at once, one has the file', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json');
  writeFileSync(`${file}.lock`, 'process 5 on elsewhere\n');
  const said = await Promise.all(Array.from({length: 6}, async () => (await holder(t, file)).said));
  t.is(said.filter(text => text === 'held').length, 1, said.join('\n'));
});

test('a lock in a folder that is gone is nobody’s, and another is made where it was', async t => {
  const folder = path.join(await temporaryFolder(t), 'a');
  const file = path.join(folder, 'data.json');
  mkdirSync(folder);
  const lock = Lock.take(file);
  renameSync(folder, `${folder}.moved`);
  mkdirSync(folder);
  const other = Lock.take(file);
  lock.release();
  t.true(existsSync(`${file}.lock`), 'what another has by now is not removed');
  t.throws(() => Lock.take(file), {instanceOf: LockedError});
  other.release();
  rmSync(folder, {recursive: true});
  t.throws(() => Lock.take(file), {code: 'ENOENT'});
});
