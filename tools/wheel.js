/**
 * `npm run wheel` writes `dist/wheel/crm_sandbox-<version>-py3-none-any.whl`, the package for Python: the folder `python`
 * with the npm package inside. It builds in a copy, `dist/wheel-src`, with the version of package.json.
 * `PYTHON` names a Python that has the packages build, setuptools and wheel; the default is python3.
 */
import {spawnSync} from 'node:child_process';
import {cp, readdir, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {writePackage} from './package.js';

/**
 * Builds the wheel in a folder. Requires a build of the npm package.
 * @param python a Python that has the packages build, setuptools and wheel
 * @returns the path of the wheel
 */
export async function writeWheel(root, folder, python) {
  const source = path.join(folder, 'wheel-src');
  const target = path.join(folder, 'wheel');
  await Promise.all([source, target].map(name => rm(name, {recursive: true, force: true})));
  const isSource = name => !/^(?:__pycache__|callers|tests)$/.test(path.basename(name));
  await cp(path.join(root, 'python'), source, {recursive: true, filter: isSource});
  await cp(path.join(root, 'LICENSE'), path.join(source, 'LICENSE'));
  const callers = 'crm_sandbox_callers.py';
  await cp(path.join(root, 'python/callers', callers), path.join(source, 'src', callers));
  const {version} = await writePackage(root, path.join(source, 'src/crm_sandbox/npm'));
  await writeFile(path.join(source, 'VERSION'), `${version}\n`);
  const words = ['-m', 'build', '--no-isolation', '--wheel', '--outdir', target, source];
  const {status, error, stdout, stderr} = spawnSync(python, words, {encoding: 'utf8'});
  if (status !== 0) {
    throw new Error(`${python} ${words.join(' ')} failed: ${error?.message ?? `${stdout}${stderr}`}`);
  }
  const [wheel] = (await readdir(target)).filter(name => name.endsWith('.whl'));
  return path.join(target, wheel);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const wheel = await writeWheel(root, path.join(root, 'dist'), process.env.PYTHON ?? 'python3');
  process.stdout.write(`${path.relative(root, wheel)} is complete\n`);
}
