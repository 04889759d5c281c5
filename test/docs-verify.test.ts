import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import test from 'ava';
import {shareSandbox} from './support/cli-here.js';
import {blocksOf} from './support/pages.js';
import {moduleManifest, plainEnvironment, projectWith} from './support/project.js';

const run = promisify(execFile);
const blocks = blocksOf('docs/test/verify.md');
const sandbox = shareSandbox(test);

test('the example for verify passes', async t => {
  const text = blocks.find(({run}) => run === 'verify')!.text;
  const cwd = await projectWith(t, {...moduleManifest, 'verify.test.js': text});
  const {stdout} = await run(process.execPath, ['--test', '--test-reporter=tap'], {cwd, env: plainEnvironment});
  t.regex(stdout, /^# pass 2$/m, stdout);
  t.regex(stdout, /^# fail 0$/m);
});

test('the command of the page about verify prints the output it shows', async t => {
  const index = blocks.findIndex(({run}) => run === 'command');
  const [, ...words] = blocks[index]!.text.split(' ');
  const {code, stdout} = await sandbox.run(words);
  t.deepEqual([code, stdout.trim()], [0, blocks[index + 1]!.text]);
});
