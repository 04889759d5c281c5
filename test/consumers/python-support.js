import {execFile, execFileSync, spawnSync} from 'node:child_process';
import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import {withoutJdk} from '../../dist/test/support/cli.js';
import {writeWheel} from '../../tools/wheel.js';
import {plainEnvironment, root} from './installed-package.js';
import {madeOnce} from './made-once.js';

/** Debian's Python, which has Debian's packages. */
export const python = process.env.PYTHON ?? '/usr/bin/python3';

const packages = ['build', 'setuptools', 'wheel', 'ensurepip', 'pytest', 'xdist', 'requests', 'httpx', 'aiohttp'];

const isInstalled = spawnSync(python, ['-c', `import ${packages.join(', ')}`]).status === 0;

/** In CI, Python and its packages are required. Elsewhere, the tests are skipped without them. */
export const pythonTest = isInstalled || process.env.CI ? test : test.skip;

/** Runs a program. @returns its exit code and output, even if it fails */
export const ran = (folder, words, env = {}) =>
  new Promise(resolve => {
    const options = {cwd: folder, env: {...plainEnvironment, PYTHONDONTWRITEBYTECODE: '1', ...env}};
    execFile(words[0], words.slice(1), options, (error, stdout, stderr) =>
      resolve({code: error === null ? 0 : (error.code ?? error.signal), stdout, stderr}),
    );
  });

/** Creates a folder with files, which is removed after the test. */
export async function folderWith(t, files) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'crm-sandbox-python-'));
  t.teardown(() => rm(folder, {recursive: true, force: true}));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), {recursive: true});
    await writeFile(path.join(folder, name), text);
  }
  return folder;
}

/** Creates a virtual environment that also has Debian's packages. @returns its bin folder */
export function makeEnvironment(folder) {
  execFileSync(python, ['-m', 'venv', '--system-site-packages', path.join(folder, 'venv')]);
  return path.join(folder, 'venv/bin');
}

/** Builds the wheel and installs it into an environment, once for all test files. */
const installedWheel = () =>
  madeOnce('wheel', async folder => {
    const wheel = await writeWheel(root, folder, python);
    const bin = makeEnvironment(folder);
    execFileSync(path.join(bin, 'pip'), ['install', '--quiet', '--no-index', '--no-deps', wheel]);
    return {wheel, bin};
  });

/** Installs the wheel before the tests of a file. @returns functions for the tests */
export function wheelFor() {
  let wheel;
  let bin;
  test.before(async () => {
    if (pythonTest === test) {
      ({wheel, bin} = await installedWheel());
    }
  });
  const program = ([name, ...words]) => [path.join(bin, name), ...words];
  const run = (where, words, env = {}) => ran(where, program(words), {PATH: `${bin}:${process.env.PATH}`, ...env});
  return {
    wheel: () => wheel,
    /** The command that runs a program of the environment. */
    program,
    /** Runs a program of the environment in a folder. */
    run,
    /** Runs pytest on files. */
    pytest: async (t, files, words = [], env = {}) => {
      const command = ['python', '-m', 'pytest', '-p', 'no:cacheprovider', ...words];
      return run(await folderWith(t, files), command, {CRM_SANDBOX_PROFILE: 'small', ...(await withoutJdk(t)), ...env});
    },
  };
}
