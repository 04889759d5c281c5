/**
 * `npm run package` writes `dist/package`, the folder to publish: `npm pack ./dist/package`, `npm publish ./dist/package`.
 * It has the files that the repository's package.json lists, and its own package.json. The repository's stays
 * unchanged, so that nothing has to be restored if packing is interrupted, and it is private, so that it cannot be
 * published.
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

/** Returns the files of a folder that npm packs, without running its scripts. */
function packedFiles(root) {
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const text = execFileSync('npm', words, {cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']});
  const [{files}] = Object.values(JSON.parse(text)); // a list, or by name since npm 12
  return files.map(({path: file}) => file);
}

/**
 * Writes the folder to publish. Requires a build.
 * @param target is replaced when the new folder is complete
 * @returns its package.json
 */
export async function writePackage(root, target) {
  const incomplete = `${target}.new`;
  await rm(incomplete, {recursive: true, force: true});
  for (const file of packedFiles(root)) {
    await mkdir(path.dirname(path.join(incomplete, file)), {recursive: true});
    await copyFile(path.join(root, file), path.join(incomplete, file));
  }
  const manifest = publishedManifest(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')));
  await writeFile(path.join(incomplete, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await rm(target, {recursive: true, force: true});
  await rename(incomplete, target);
  return manifest;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const manifest = await writePackage(root, path.join(root, 'dist/package'));
  const missing = ['repository', 'homepage'].filter(field => manifest[field] === undefined);
  const hint = missing.length === 0 ? '' : `. Set ${missing.join(' and ')} first: the README's links need them`;
  process.stdout.write(`dist/package is complete: npm publish ./dist/package${hint}\n`);
}
