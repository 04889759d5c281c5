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

/** The packages of the users' world, which stand beside this file. */
export const consumerPackages = fileURLToPath(new URL('node_modules/', import.meta.url));

/** What npm tells the scripts it runs would lead a npm inside of one astray. */
export const plainEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:npm_|INIT_CWD|NODE_OPTIONS)/.test(name)),
);

/** Runs a program in a folder. @returns what it printed @throws with what it printed where it fails */
export async function run(folder, program, args, env = {}) {
  try {
    const {stdout, stderr} = await execute(program, args, {cwd: folder, env: {...plainEnvironment, ...env}});
    return stdout + stderr;
  } catch (error) {
    throw new Error(`${program} ${args.join(' ')}\n${error.stdout}\n${error.stderr}`);
  }
}

/** The files in which a compiler of TypeScript found errors, and `error` for those of none. */
export const filesWithErrors = told =>
  [
    ...new Set(
      Array.from(told.matchAll(/^(\S+?)(?:\(\d+,\d+\))?: error |^(error) /gm), ([, file, none]) => file ?? none),
    ),
  ].sort();

/** The files of a fresh clone, as they are here, changes that are not committed included. */
export async function clone(t) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'crm-sandbox-clone-'));
  t.teardown(() => rm(folder, {recursive: true, force: true}));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const {stdout} = await execute('git', list, {cwd: root, maxBuffer: 10_000_000});
  for (const file of new Set(stdout.split('\0').filter(name => name !== ''))) {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), {recursive: true});
    await copyFile(path.join(root, file), target).catch(error => t.is(error.code, 'ENOENT', 'a file that was deleted'));
  }
  return folder;
}

/** Packs the package as it would be published, once for all files. @returns the tarball */
export const pack = () =>
  madeOnce('package', async folder => {
    await writePackage(root, path.join(folder, 'package'));
    await run(folder, 'npm', ['pack', './package']);
    const [tarball] = (await readdir(folder)).filter(name => name.endsWith('.tgz'));
    return path.join(folder, tarball);
  });

/** Packs the package before the tests of a file. @returns a function that gives the tarball to each test */
export function packedFor(test) {
  let tarball;
  test.before(async () => {
    tarball = await pack();
  });
  return () => tarball;
}

/** A project with the package, which is installed once for all files. @returns its folder */
const install = tarball =>
  madeOnce('installed', async folder => {
    const project = path.join(folder, 'project');
    await mkdir(project);
    await writeFile(path.join(project, 'package.json'), '{"private": true, "type": "module"}');
    await run(project, 'npm', ['install', '--offline', '--no-audit', '--no-fund', '--save-dev', tarball]);
    return project;
  });

/**
 * An empty project into which the package was installed from its tarball, and nothing else, as no registry is asked. npm
 * installs it once; each test gets a copy.
 * @param tools packages of the users' world that it has besides: a test runner, say
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
