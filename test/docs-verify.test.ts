import {execFile} from 'node:child_process';
import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {promisify} from 'node:util';
import test from 'ava';
import {newFolder} from './support/cli.js';
import {shareSandbox} from './support/cli-here.js';
import {blocksOf, root} from './support/pages.js';

const run = promisify(execFile);
const blocks = blocksOf('docs/test/verify.md');
const sandbox = shareSandbox(test);

test('the example for verify passes', async t => {
  const cwd = await newFolder(t);
  mkdirSync(path.join(cwd, 'node_modules'));
  symlinkSync(root, path.join(cwd, 'node_modules/crm-sandbox'));
  writeFileSync(path.join(cwd, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(cwd, 'verify.test.js'), blocks.find(({run}) => run === 'verify')!.text);
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^CRM_SANDBOX_|^GITHUB_|^NODE_TEST|^AVA/.test(name)),
  );
  const {stdout} = await run(process.execPath, ['--test', '--test-reporter=tap'], {cwd, env});
  t.regex(stdout, /^# pass 2$/m, stdout);
  t.regex(stdout, /^# fail 0$/m);
});

test('the command that the page of verify shows answers so', async t => {
  const index = blocks.findIndex(({run}) => run === 'command');
  const [, ...words] = blocks[index]!.text.split(' ');
  const {code, stdout} = await sandbox.run(words);
  t.deepEqual([code, stdout.trim()], [0, blocks[index + 1]!.text]);
});
