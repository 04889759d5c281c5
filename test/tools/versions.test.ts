import {cp, mkdir, readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import test from 'ava';
import {newFolder} from '../support/cli.js';
import {root} from '../support/pages.js';

/** Imports the build script dynamically, because it is JavaScript without types. */
async function copyVersion(folder: string, isCheck: boolean) {
  const url = pathToFileURL(path.join(root, 'tools/versions.js')).href;
  const versions = (await import(url)) as {copyVersion(folder: string, isCheck: boolean): Promise<string[]>};
  return versions.copyVersion(folder, isCheck);
}

const files = ['action.yml', 'compose.yaml', 'Dockerfile', 'docs/recipes/ci.md', 'docs/recipes/docker.md'];

test('every file with a version has the version of package.json', async t => {
  t.deepEqual(await copyVersion(root, true), []);
});

test('copyVersion() updates every file, and throws for a file without a version', async t => {
  const folder = await newFolder(t);
  await mkdir(path.join(folder, 'docs/recipes'), {recursive: true});
  for (const file of files) {
    await cp(path.join(root, file), path.join(folder, file));
  }
  await writeFile(path.join(folder, 'package.json'), '{"version": "7.8.9-rc.1"}');
  t.deepEqual(await copyVersion(folder, true), files);
  t.deepEqual(await copyVersion(folder, false), files);
  t.deepEqual(await copyVersion(folder, true), []);
  for (const file of files) {
    t.regex(await readFile(path.join(folder, file), 'utf8'), /7\.8\.9-rc\.1/, file);
  }
  await writeFile(path.join(folder, 'compose.yaml'), 'services: {}');
  await t.throwsAsync(copyVersion(folder, true), {message: /^compose\.yaml names no version/});
});
