import {execFileSync, spawn} from 'node:child_process';
import {chmod, mkdir, readdir, readFile, stat, utimes, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {serialize} from 'node:v8';
import test from 'ava';
import {newFolder, runCli} from '../support/cli.js';

const codeCache = new URL('../../src/cli/code-cache.js', import.meta.url).href;

const script = `
  const {createRequire} = await import('node:module');
  const {keepCode} = await import(process.argv[1]);
  keepCode(process.argv[2], process.argv[3]);
  process.stdout.write(createRequire(process.argv[2] + '/')('./module.cjs')());
`;

/** A module in a folder, and a folder for its code. */
async function begin(t: Parameters<typeof newFolder>[0]) {
  const parent = await newFolder(t);
  const [folder, keptIn] = [path.join(parent, 'code'), path.join(parent, 'kept')];
  await mkdir(folder);
  const put = (answer: string) =>
    writeFile(
      path.join(folder, 'module.cjs'),
      `module.exports = () => require('./other.cjs') + ' ' + '${answer}' + ' ' + new Error().stack.split(':').at(-2);`,
    );
  await writeFile(path.join(folder, 'other.cjs'), "module.exports = require('node:path').basename(__filename);");
  await put('first');
  const run = (env: NodeJS.ProcessEnv = {}) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', script, codeCache, folder, keptIn], {
      encoding: 'utf8',
      env: {...process.env, NODE_DISABLE_COMPILE_CACHE: '', ...env},
    });
  /** Kills one that would run for ever once there is something in the folder. */
  const startKilled = async () => {
    const words = [
      '--input-type=module',
      '-e',
      `${script}; setInterval(() => undefined, 1000);`,
      codeCache,
      folder,
      keptIn,
    ];
    const child = spawn(process.execPath, words, {
      env: {...process.env, NODE_DISABLE_COMPILE_CACHE: ''},
      stdio: 'ignore',
    });
    t.teardown(() => child.kill('SIGKILL'));
    for (;;) {
      const names = await readdir(keptIn).catch(() => []);
      if (names.some(name => !name.endsWith(`.${child.pid}`))) {
        break;
      }
      await setTimeout(20);
    }
    child.kill('SIGKILL');
  };
  const kept = async () => {
    const [name] = await readdir(keptIn);
    const file = path.join(keptIn, name!);
    return {file, inode: (await stat(file)).ino, bytes: await readFile(file)};
  };
  return {put, run, startKilled, kept, keptIn};
}

test('what V8 made of the code is kept, and serves the next process', async t => {
  const {run, kept} = await begin(t);
  const answer = run();
  t.regex(answer, /^other\.cjs first /);
  const {inode, bytes} = await kept();
  t.true(bytes.includes('module.cjs') && bytes.includes('other.cjs'));
  t.is(run(), answer);
  t.is((await kept()).inode, inode, 'nothing was made anew');
});

test('code that has changed is made anew, though it is as long as it was', async t => {
  const {put, run, kept} = await begin(t);
  run();
  const {inode} = await kept();
  await put('other');
  t.regex(run(), /^other\.cjs other /);
  t.not((await kept()).inode, inode);
});

test('what is kept and damaged is made anew', async t => {
  const {run, kept} = await begin(t);
  const answer = run();
  const {file, bytes} = await kept();
  bytes[bytes.length - 40] = bytes[bytes.length - 40]! ^ 0xff;
  for (const damaged of [bytes, bytes.subarray(0, bytes.length / 2), Buffer.from('nothing')]) {
    await writeFile(file, damaged);
    t.is(run(), answer);
    t.true((await kept()).bytes.length > bytes.length / 2 && !(await kept()).bytes.equals(damaged));
  }
});

test('nothing is kept where others can write, nor where that is turned off', async t => {
  const {run, keptIn} = await begin(t);
  t.regex(run({NODE_DISABLE_COMPILE_CACHE: '1'}), /^other\.cjs first /);
  await t.throwsAsync(readdir(keptIn), {code: 'ENOENT'});
  if (process.platform !== 'win32') {
    await mkdir(keptIn);
    await chmod(keptIn, 0o777);
    t.regex(run(), /^other\.cjs first /);
    t.deepEqual(await readdir(keptIn), []);
  }
});

test('of what many installations left, the latest ten stay', async t => {
  const {run, keptIn} = await begin(t);
  await mkdir(keptIn, {mode: 0o700});
  for (let age = 1; age <= 12; age++) {
    const file = path.join(keptIn, `aged ${age}`);
    await writeFile(file, 'of another');
    await utimes(file, 1_000_000 - age, 1_000_000 - age);
  }
  t.regex(run(), /^other\.cjs first /);
  const left = (await readdir(keptIn)).filter(name => name.startsWith('aged'));
  t.deepEqual(left.sort(), Array.from({length: 9}, (_, index) => `aged ${index + 1}`).sort());
  t.is((await readdir(keptIn)).length, 10);
});

test('a process that is killed leaves it too, once it has run for a while', async t => {
  const {startKilled, kept} = await begin(t);
  await startKilled();
  t.true((await kept()).bytes.includes('module.cjs'));
});

test('the command keeps what V8 makes of its code, in the folder of the system for such files', async t => {
  const folder = await newFolder(t);
  const place = {TMPDIR: folder, TEMP: folder, TMP: folder};
  const {code} = await runCli(t, ['--version'], {...place, NODE_DISABLE_COMPILE_CACHE: '1'}).ended;
  t.is(code, 0);
  t.deepEqual(await readdir(folder), []);
  await runCli(t, ['--version'], {...place, NODE_DISABLE_COMPILE_CACHE: ''}).ended;
  t.is((await readdir(folder)).length, 1);
});

test('a file that holds something else is written anew', async t => {
  const {run, kept} = await begin(t);
  const answer = run();
  const {file} = await kept();
  for (const value of [7, {a: 1}, new Map([['module.cjs', {cade: 1}]]), new Map([['module.cjs', undefined]])]) {
    await writeFile(file, serialize(value));
    t.is(run(), answer);
    t.true((await kept()).bytes.includes('other.cjs'));
  }
});
