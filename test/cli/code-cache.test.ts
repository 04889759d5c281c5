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

/** Creates a module, and returns functions that run it with a code cache. */
async function begin(t: Parameters<typeof newFolder>[0]) {
  const parent = await newFolder(t);
  const [folder, cacheFolder] = [path.join(parent, 'code'), path.join(parent, 'cache')];
  await mkdir(folder);
  const put = (word: string) =>
    writeFile(
      path.join(folder, 'module.cjs'),
      `module.exports = () => require('./other.cjs') + ' ' + '${word}' + ' ' + new Error().stack.split(':').at(-2);`,
    );
  await writeFile(path.join(folder, 'other.cjs'), "module.exports = require('node:path').basename(__filename);");
  await put('first');
  const run = (env: NodeJS.ProcessEnv = {}) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', script, codeCache, folder, cacheFolder], {
      encoding: 'utf8',
      env: {...process.env, NODE_DISABLE_COMPILE_CACHE: '', ...env},
    });
  /** Starts a process that never ends, and kills it once the folder has a file. */
  const startKilled = async () => {
    const words = [
      '--input-type=module',
      '-e',
      `${script}; setInterval(() => undefined, 1000);`,
      codeCache,
      folder,
      cacheFolder,
    ];
    const child = spawn(process.execPath, words, {
      env: {...process.env, NODE_DISABLE_COMPILE_CACHE: ''},
      stdio: 'ignore',
    });
    t.teardown(() => child.kill('SIGKILL'));
    for (;;) {
      const names = await readdir(cacheFolder).catch(() => []);
      if (names.some(name => !name.endsWith(`.${child.pid}`))) {
        break;
      }
      await setTimeout(20);
    }
    child.kill('SIGKILL');
  };
  const readCache = async () => {
    const [name] = await readdir(cacheFolder);
    const file = path.join(cacheFolder, name!);
    return {file, inode: (await stat(file)).ino, bytes: await readFile(file)};
  };
  return {put, run, startKilled, readCache, cacheFolder};
}

test('compiled code is cached and reused by the next process', async t => {
  const {run, readCache} = await begin(t);
  const output = run();
  t.regex(output, /^other\.cjs first /);
  const {inode, bytes} = await readCache();
  t.true(bytes.includes('module.cjs') && bytes.includes('other.cjs'));
  t.is(run(), output);
  t.is((await readCache()).inode, inode, 'the cache must not be written again');
});

test('changed code of the same length is compiled again', async t => {
  const {put, run, readCache} = await begin(t);
  run();
  const {inode} = await readCache();
  await put('other');
  t.regex(run(), /^other\.cjs other /);
  t.not((await readCache()).inode, inode);
});

test('a damaged cache is replaced', async t => {
  const {run, readCache} = await begin(t);
  const output = run();
  const {file, bytes} = await readCache();
  bytes[bytes.length - 40] = bytes[bytes.length - 40]! ^ 0xff;
  for (const damaged of [bytes, bytes.subarray(0, bytes.length / 2), Buffer.from('nothing')]) {
    await writeFile(file, damaged);
    t.is(run(), output);
    t.true((await readCache()).bytes.length > bytes.length / 2 && !(await readCache()).bytes.equals(damaged));
  }
});

test('code is not cached if caching is disabled or if other users can write to the folder', async t => {
  const {run, cacheFolder} = await begin(t);
  t.regex(run({NODE_DISABLE_COMPILE_CACHE: '1'}), /^other\.cjs first /);
  await t.throwsAsync(readdir(cacheFolder), {code: 'ENOENT'});
  if (process.platform !== 'win32') {
    await mkdir(cacheFolder);
    await chmod(cacheFolder, 0o777);
    t.regex(run(), /^other\.cjs first /);
    t.deepEqual(await readdir(cacheFolder), []);
  }
});

test('the ten latest cache files are kept, and older ones are deleted', async t => {
  const {run, cacheFolder} = await begin(t);
  await mkdir(cacheFolder, {mode: 0o700});
  for (let age = 1; age <= 12; age++) {
    const file = path.join(cacheFolder, `aged ${age}`);
    await writeFile(file, 'from another installation');
    await utimes(file, 1_000_000 - age, 1_000_000 - age);
  }
  t.regex(run(), /^other\.cjs first /);
  const left = (await readdir(cacheFolder)).filter(name => name.startsWith('aged'));
  t.deepEqual(left.sort(), Array.from({length: 9}, (_, index) => `aged ${index + 1}`).sort());
  t.is((await readdir(cacheFolder)).length, 10);
});

test('the cache is written while a process runs, so that a killed process leaves it too', async t => {
  const {startKilled, readCache} = await begin(t);
  await startKilled();
  t.true((await readCache()).bytes.includes('module.cjs'));
});

test('the command caches its compiled code in the temporary folder of the system', async t => {
  const folder = await newFolder(t);
  const env = {TMPDIR: folder, TEMP: folder, TMP: folder};
  const {code} = await runCli(t, ['--version'], {...env, NODE_DISABLE_COMPILE_CACHE: '1'}).ended;
  t.is(code, 0);
  t.deepEqual(await readdir(folder), []);
  await runCli(t, ['--version'], {...env, NODE_DISABLE_COMPILE_CACHE: ''}).ended;
  t.is((await readdir(folder)).length, 1);
});

test('a cache file with other contents is replaced', async t => {
  const {run, readCache} = await begin(t);
  const output = run();
  const {file} = await readCache();
  for (const value of [7, {a: 1}, new Map([['module.cjs', {cade: 1}]]), new Map([['module.cjs', undefined]])]) {
    await writeFile(file, serialize(value));
    t.is(run(), output);
    t.true((await readCache()).bytes.includes('other.cjs'));
  }
});
