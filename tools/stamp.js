import {createHash} from 'node:crypto';
import {readdir, readFile, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';

/** All inputs of a build: the code, the texts of assumptions, the build scripts, and the versions of packages. */
const inputs = [
  ...['src', 'fixtures', 'test', 'tools', 'docs/reference/assumptions.md'],
  ...['tsconfig.json', 'package.json', 'package-lock.json'],
];

/**
 * Returns a hash of the names and contents of all inputs, independent of their modification times.
 * @param root of the package
 */
async function stampOf(root) {
  const files = (await Promise.all(inputs.map(name => filesIn(root, name)))).flat().sort();
  const contents = await Promise.all(files.map(file => readFile(path.join(root, file))));
  const hash = createHash('sha256');
  for (const [index, content] of contents.entries()) {
    hash.update(`${files[index]} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** Skips node_modules of nested packages, such as the consumers', which no build reads. */
async function filesIn(root, name) {
  if (path.extname(name) !== '') {
    return [name];
  }
  const entries = await readdir(path.join(root, name), {withFileTypes: true});
  const found = entries
    .filter(entry => entry.name !== 'node_modules')
    .map(entry => {
      const inside = `${name}/${entry.name}`;
      return entry.isDirectory() ? filesIn(root, inside) : [inside];
    });
  return (await Promise.all(found)).flat();
}

/**
 * Builds, unless the last build had the same inputs. A failed build leaves no stamp, so the next one runs again.
 * @param root of the package
 * @param build runs the build
 * @param always true to build in any case
 */
export async function buildUnlessBuilt(root, build, {always}) {
  const file = path.join(root, 'dist/.stamp');
  // Taken before the build, so that a file that changes during the build causes the next one.
  const stamp = await stampOf(root);
  if (always || (await readFile(file, 'utf8').catch(() => '')) !== stamp) {
    await rm(file, {force: true});
    await build();
    await writeFile(file, stamp);
  }
}
