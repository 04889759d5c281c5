import {appendFile, mkdir, mkdtemp, rm, unlink, writeFile} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {root as packageRoot} from '../support/pages.js';

type BuildUnlessBuilt = (root: string, build: () => unknown, options: {always: boolean}) => Promise<void>;

const page = 'docs/reference/assumptions.md';

/** Creates a package with one file of each kind, and counts its builds. */
async function smallPackage(t: ExecutionContext) {
  const {buildUnlessBuilt} = (await import(pathToFileURL(path.join(packageRoot, 'tools/stamp.js')).href)) as {
    buildUnlessBuilt: BuildUnlessBuilt;
  };
  const root = await mkdtemp(path.join(os.tmpdir(), 'stamp-'));
  t.teardown(() => rm(root, {recursive: true}));
  for (const folder of ['src/deep/node_modules', 'fixtures', 'test', 'tools', 'docs/reference', 'dist']) {
    await mkdir(path.join(root, folder), {recursive: true});
  }
  const files = ['src/deep/a.ts', 'fixtures/b.ts', 'test/c.ts', 'tools/d.js', 'tsconfig.json', 'package.json'];
  for (const file of [...files, page, 'package-lock.json', 'src/deep/node_modules/e.js']) {
    await writeFile(path.join(root, file), file);
  }
  let builds = 0;
  const prepare = async ({always = false, build = () => {}}: {always?: boolean; build?: () => unknown} = {}) => {
    const before = builds;
    const counted = () => {
      builds += 1;
      return build();
    };
    await buildUnlessBuilt(root, counted, {always});
    return builds - before;
  };
  return {prepare, at: (file: string) => path.join(root, file)};
}

test('a build is skipped if no file changed, unless forced', async t => {
  const {prepare} = await smallPackage(t);
  t.is(await prepare(), 1);
  t.is(await prepare(), 0);
  t.is(await prepare({always: true}), 1);
  t.is(await prepare(), 0);
});

for (const file of [
  'src/deep/a.ts',
  'fixtures/b.ts',
  'test/c.ts',
  'tools/d.js',
  page,
  'tsconfig.json',
  'package-lock.json',
]) {
  test(`a change of ${file} triggers a build`, async t => {
    const {prepare, at} = await smallPackage(t);
    await prepare();
    await appendFile(at(file), ' ');
    t.is(await prepare(), 1);
    t.is(await prepare(), 0);
  });
}

test('a removed or new file triggers a build', async t => {
  const {prepare, at} = await smallPackage(t);
  await prepare();
  await unlink(at('src/deep/a.ts'));
  t.is(await prepare(), 1);
  await writeFile(at('src/deep/new.ts'), '');
  t.is(await prepare(), 1);
});

test('a change in node_modules inside the sources triggers no build', async t => {
  const {prepare, at} = await smallPackage(t);
  await prepare();
  await appendFile(at('src/deep/node_modules/e.js'), ' ');
  t.is(await prepare(), 0);
});

test('a failed build is repeated', async t => {
  const {prepare} = await smallPackage(t);
  await prepare();
  const build = () => Promise.reject(new Error('no'));
  await t.throwsAsync(prepare({always: true, build}), {message: 'no'});
  t.is(await prepare(), 1);
});
