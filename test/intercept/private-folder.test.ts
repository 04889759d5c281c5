import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, readdirSync, statSync} from 'node:fs';
import path from 'node:path';
import {text} from 'node:stream/consumers';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {PrivateFolder} from '../../src/intercept/private-folder.js';
import {newFolder} from '../support/cli.js';

const unix = process.platform === 'win32' ? test.skip : test;

unix('nobody else may look into it', async t => {
  const folder = PrivateFolder.make(await newFolder(t));
  const file = folder.write('a/b.pem', 'text');
  t.is(statSync(file).mode & 0o777, 0o600);
  t.is(statSync(path.dirname(file)).mode & 0o777, 0o700);
  t.is(statSync(path.dirname(path.dirname(file))).mode & 0o777, 0o700);
  folder.remove();
  t.false(existsSync(file));
});

test('it goes when it is removed, and two can be there at once', async t => {
  const parent = await newFolder(t);
  const one = PrivateFolder.make(parent);
  const other = PrivateFolder.make(parent);
  t.is(readdirSync(parent).length, 2);
  one.remove();
  t.true(existsSync(other.write('x', '')));
  other.remove();
  t.deepEqual(readdirSync(parent), []);
});

/** A process that makes a folder, and says so. */
function holdOne(parent: string, then: string) {
  const module = new URL('../../src/intercept/private-folder.js', import.meta.url).href;
  const code = `import {PrivateFolder} from ${JSON.stringify(module)};
    PrivateFolder.make(${JSON.stringify(parent)}).write('ca.pem', '');
    process.stdout.write('made');
    ${then}`;
  const words = ['--input-type=module', '--eval', code];
  return spawn(process.execPath, words, {stdio: ['ignore', 'pipe', 'inherit']});
}

test('what a killed process left is removed by the next, and what another one has is not', async t => {
  const parent = await newFolder(t);
  const killed = holdOne(parent, 'setInterval(() => undefined, 1000);');
  await once(killed.stdout, 'data');
  const living = PrivateFolder.make(parent);
  t.is(readdirSync(parent).length, 2, 'it is another process’s');
  killed.kill('SIGKILL');
  await once(killed, 'close');
  t.is(readdirSync(parent).length, 2, 'left');
  mkdirSync(path.join(parent, 'crm-sandbox-other'));
  const next = PrivateFolder.make(parent);
  t.is(readdirSync(parent).filter(name => name.startsWith('crm-sandbox-intercept-')).length, 2);
  t.true(existsSync(living.write('x', '')));
  living.remove();
  next.remove();
  t.deepEqual(readdirSync(parent), ['crm-sandbox-other']);
});

test('it goes with the process', async t => {
  const parent = await newFolder(t);
  const child = holdOne(parent, 'process.exit(3);');
  await once(child, 'close');
  t.deepEqual(readdirSync(parent), []);
});

test('runs that begin at the same time take no folder from each other', async t => {
  const parent = await newFolder(t);
  const script = fileURLToPath(new URL('private-folder-race.js', import.meta.url));
  const runs = Array.from({length: 4}, async () => {
    const child = spawn(process.execPath, [script, parent, '40'], {stdio: ['ignore', 'pipe', 'inherit']});
    const [lost, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    return [lost, code];
  });
  t.deepEqual(await Promise.all(runs), Array(4).fill(['0', 0]));
  t.deepEqual(readdirSync(parent), []);
});
