import {execFile} from 'node:child_process';
import {copyFile, cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {writePackage} from '../../tools/package.js';
import {madeOnce} from './made-once.js';

const execute = promisify(execFile);

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The folder of packages that users have. */
export const consumerPackages = fileURLToPath(new URL('node_modules/', import.meta.url));

/** Without variables that npm sets for scripts, which would mislead a nested npm. */
export const plainEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:npm_|INIT_CWD|NODE_OPTIONS)/.test(name)),
);

/** Runs a program in a folder. @returns its output @throws with its output if it fails */
export async function run(folder, program, args, env = {}) {
  try {
    const {stdout, stderr} = await execute(program, args, {cwd: folder, env: {...plainEnvironment, ...env}});
    return stdout + stderr;
  } catch (error) {
    throw new Error(`${program} ${args.join(' ')}\n${error.stdout}\n${error.stderr}`);
  }
}

/** The files with errors in the output of the TypeScript compiler, and `error` for errors without a file. */
export const filesWithErrors = output =>
  [
    ...new Set(
      Array.from(output.matchAll(/^(\S+?)(?:\(\d+,\d+\))?: error |^(error) /gm), ([, file, none]) => file ?? none),
    ),
  ].sort();

/** Copies the files of a fresh clone, including uncommitted changes. */
export async function clone(t) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'crm-sandbox-clone-'));
  t.teardown(() => rm(folder, {recursive: true, force: true}));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const {stdout} = await execute('git', list, {cwd: root, maxBuffer: 10_000_000});
  for (const file of new Set(stdout.split('\0').filter(name => name !== ''))) {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), {recursive: true});
    await copyFile(path.join(root, file), target).catch(error =>
      t.is(error.code, 'ENOENT', 'only deleted files may be missing'),
    );
  }
  return folder;
}

/** Packs the package for publishing, once for all test files. @returns the tarball */
export const pack = () =>
  madeOnce('package', async folder => {
    await writePackage(root, path.join(folder, 'package'));
    await run(folder, 'npm', ['pack', './package']);
    const [tarball] = (await readdir(folder)).filter(name => name.endsWith('.tgz'));
    return path.join(folder, tarball);
  });

/** Packs the package before the tests of a file. @returns a function that returns the tarball */
export function packedFor(test) {
  let tarball;
  test.before(async () => {
    tarball = await pack();
  });
  return () => tarball;
}

/** Installs the package into a project, once for all test files. @returns the folder of the project */
const install = tarball =>
  madeOnce('installed', async folder => {
    const project = path.join(folder, 'project');
    await mkdir(project);
    await writeFile(path.join(project, 'package.json'), '{"private": true, "type": "module"}');
    await run(project, 'npm', ['install', '--offline', '--no-audit', '--no-fund', '--save-dev', tarball]);
    return project;
  });

/**
 * Creates an empty project with only the package installed from its tarball, without a registry. npm installs it once,
 * and each test gets a copy.
 * @param tools additional packages, such as a test runner
 */
export async function projectWith(t, tarball, tools = []) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'crm-sandbox-user-'));
  t.teardown(() => rm(folder, {recursive: true, force: true}));
  await cp(await install(tarball), folder, {recursive: true, verbatimSymlinks: true});
  const installed = (await readdir(path.join(folder, 'node_modules'))).filter(name => !name.startsWith('.'));
  for (const tool of tools) {
    const link = path.join(folder, 'node_modules', tool);
    await mkdir(path.dirname(link), {recursive: true});
    await symlink(path.join(consumerPackages, tool), link, 'dir');
  }
  const write = (name, text) => writeFile(path.join(folder, name), text);
  return {folder, installed, write, run: (program, args, env) => run(folder, program, args, env)};
}
