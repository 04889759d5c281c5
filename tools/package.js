/**
 * `npm run package` writes `dist/package`, the folder to publish: `npm pack ./dist/package`, `npm publish ./dist/package`.
 * It has the files that the package.json of the repository lists, and a package.json of its own. The repository's is left
 * as it is, so that nothing has to be put back if packing ends early. It is private, so that nobody publishes it.
 */
import {execFileSync} from 'node:child_process';
import {copyFile, mkdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

/** The package.json for users, without the fields that only work in the repository. */
export function publishedManifest(manifest) {
  const {private: _, files, scripts, ava, devDependencies, overrides, allowScripts, ...published} = manifest;
  return published;
}

/** The files that npm packs of a folder. The scripts of the folder do not run. */
function packedFiles(root) {
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const text = execFileSync('npm', words, {cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']});
  const [{files}] = Object.values(JSON.parse(text)); // a list, or by name since npm 12
  return files.map(({path: file}) => file);
}

/**
 * Writes the folder to publish. The build must be there.
 * @param target is replaced when the folder is complete
 * @returns its package.json
 */
export async function writePackage(root, target) {
  const made = `${target}.new`;
  await rm(made, {recursive: true, force: true});
  for (const file of packedFiles(root)) {
    await mkdir(path.dirname(path.join(made, file)), {recursive: true});
    await copyFile(path.join(root, file), path.join(made, file));
  }
  const manifest = publishedManifest(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')));
  await writeFile(path.join(made, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await rm(target, {recursive: true, force: true});
  await rename(made, target);
  return manifest;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const manifest = await writePackage(root, path.join(root, 'dist/package'));
  const missing = ['repository', 'homepage'].filter(field => manifest[field] === undefined);
  const hint = missing.length === 0 ? '' : `. Set ${missing.join(' and ')} first: the README's links need them`;
  process.stdout.write(`dist/package is complete: npm publish ./dist/package${hint}\n`);
}
