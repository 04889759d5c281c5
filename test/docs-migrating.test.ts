import {execFile} from 'node:child_process';
import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {promisify} from 'node:util';
import test from 'ava';
import {newFolder} from './support/cli.js';
import {startHere} from './support/options-here.js';
import {blocksOf, root} from './support/pages.js';

const run = promisify(execFile);
const blocks = blocksOf('docs/recipes/migrating.md');
const own = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:NODE_TEST|AVA|CRM_SANDBOX_)/.test(name)),
);

test('the test that replaces stubs of nock passes', async t => {
  const cwd = await newFolder(t);
  mkdirSync(path.join(cwd, 'node_modules'));
  symlinkSync(root, path.join(cwd, 'node_modules/crm-sandbox'));
  const {file, text} = blocks.find(({run: how}) => how === 'node')!;
  writeFileSync(path.join(cwd, file!), text);
  const {stdout} = await run(process.execPath, ['--test', '--test-reporter=tap'], {cwd, env: own});
  t.regex(stdout, /^# pass 1$/m);
});

/** The end of each block's output. */
const ends = [/a reset[\s\S]*"count":1,"exchanges":\[/, /"status":503[\s\S]*"count":2,"exchanges":\[/];

test('the requests that replace those to WireMock and MockServer are answered', async t => {
  const {url} = await startHere(t);
  const shells = blocks.filter(({run: how}) => how === 'shell');
  t.is(shells.length, ends.length);
  for (const [index, {text}] of shells.entries()) {
    const {stdout} = await run('sh', ['-c', text], {env: {...own, CRM_SANDBOX_URL: url}});
    t.regex(stdout, ends[index]!);
  }
});
