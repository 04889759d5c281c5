import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import {newFolder} from '../support/cli.js';
import {runHere, shareSandbox} from '../support/cli-here.js';

const sandbox = shareSandbox(test, {now: '2026-01-01T00:00:00Z'});

test('snapshot inspect and validate read a file without a sandbox', async t => {
  const file = path.join(await newFolder(t), 'a.json');
  t.is((await sandbox.run(['snapshot', 'save', 'a', '--file', file, '--key', 'sbx_file'])).code, 0);
  const inspected = await runHere(['snapshot', 'inspect', file]);
  t.regex(inspected.stdout, /^constituents +50$/m);
  t.regex(inspected.stdout, /^clock +frozen, at 2026-01-01T00:00:00/m);
  t.regex(inspected.stdout, /^checksum +sha256:/m);
  t.regex((await runHere(['snapshot', 'validate', file])).stdout, /a\.json can be loaded: 50 constituents, /);
  await writeFile(file, (await readFile(file, 'utf8')).replace('"seed": 1', '"seed": 2'));
  const damaged = await runHere(['snapshot', 'validate', file]);
  t.is(damaged.code, 1);
  t.regex(damaged.stderr, /a\.json: The snapshot is damaged/);
});

test('restore --dry-run prints the changes that it would make, and makes none', async t => {
  const run = (...words: string[]) => sandbox.run(['snapshot', ...words, '--key', 'sbx_dry']);
  const file = path.join(await newFolder(t), 'a.json');
  await run('save', 'a', '--file', file);
  t.regex((await run('restore', 'a', '--dry-run')).stdout, /^Nothing would change: /);
  await sandbox.call('sbx_dry', 'POST', '/api/v1/groups', {name: 'Choir'});
  const summary = /would delete 1, change 0 and bring back 0; nothing was done\n$/;
  t.regex((await run('restore', 'a', '--dry-run')).stdout, summary);
  t.regex((await run('restore', '--file', file, '--dry-run')).stdout, summary);
  t.like(await sandbox.call('sbx_dry', 'GET', '/_sandbox/diff'), {total: {created: 1}});
  t.is((await run('list')).stdout.trim().split('\n').length, 1, 'the file must not be kept as a snapshot');
  t.is((await run('restore', 'a', '--dry-run', '--all')).code, 2);
});
