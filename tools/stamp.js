import {createHash} from 'node:crypto';
import {readdir, readFile, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';

/** All that a build reads: the code, the texts of assumptions, what makes it, and the versions of its packages. */
const inputs = [
  ...['src', 'fixtures', 'test', 'tools', 'docs/reference/assumptions.md'],
  ...['tsconfig.json', 'package.json', 'package-lock.json'],
];

/**
 * A hash of the files that a build is made of, by their names and contents: the same files, the same stamp, whatever
 * their times are.
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

/** Packages of their own, such as the consumers', have a node_modules that no build reads. */
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
 * Builds, unless the last build was of the same files. One that fails leaves no stamp, and is made again.
 * @param root of the package
 * @param build what to run
 * @param always whatever was built before
 */
export async function buildUnlessBuilt(root, build, {always}) {
  const file = path.join(root, 'dist/.stamp');
  // Of the files as they are before: one that changes meanwhile makes the next build.
  const stamp = await stampOf(root);
  if (always || (await readFile(file, 'utf8').catch(() => '')) !== stamp) {
    await rm(file, {force: true});
    await build();
    await writeFile(file, stamp);
  }
}
