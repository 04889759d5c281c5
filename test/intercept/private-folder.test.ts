import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readdirSync, statSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {makePrivateFolder, removeFolder, writePrivately} from '../../src/intercept/private-folder.js';
import {newFolder} from '../support/cli.js';

const unix = process.platform === 'win32' ? test.skip : test;

unix('a private folder and its files are accessible to the owner only', async t => {
  const folder = makePrivateFolder(await newFolder(t));
  const file = writePrivately(folder, 'a/b.pem', 'text');
  t.is(statSync(file).mode & 0o777, 0o600);
  t.is(statSync(path.dirname(file)).mode & 0o777, 0o700);
  t.is(statSync(path.dirname(path.dirname(file))).mode & 0o777, 0o700);
  removeFolder(folder);
  t.false(existsSync(file));
});

test('two private folders can exist at once and be removed separately', async t => {
  const parent = await newFolder(t);
  const one = makePrivateFolder(parent);
  const other = makePrivateFolder(parent);
  t.is(readdirSync(parent).length, 2);
  removeFolder(one);
  t.true(existsSync(writePrivately(other, 'x', '')));
  removeFolder(other);
  t.deepEqual(readdirSync(parent), []);
});

test('private folders are removed when the process exits', async t => {
  const parent = await newFolder(t);
  const module = new URL('../../src/intercept/private-folder.js', import.meta.url).href;
  const code = `import {readdirSync} from 'node:fs';
    import {makePrivateFolder, writePrivately} from ${JSON.stringify(module)};
    for (const name of ['ca.pem', 'roots.pem']) {
      writePrivately(makePrivateFolder(${JSON.stringify(parent)}), name, '');
    }
    process.exit(readdirSync(${JSON.stringify(parent)}).length);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {stdio: 'inherit'});
  const [exitCode] = await once(child, 'close');
  t.is(exitCode, 2, 'both folders must have existed');
  t.deepEqual(readdirSync(parent), []);
});
