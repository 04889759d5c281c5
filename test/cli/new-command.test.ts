import {readFileSync} from 'node:fs';
import test from 'ava';
import {sandboxCommand} from '../../src/cli/command.js';
import {commands} from '../../src/cli/index.js';
import {integerBetween} from '../../src/sandbox/options/values.js';
import {runHere, shareSandbox} from '../support/cli-here.js';
import {withCommandTable} from '../support/commands-page.js';
import {root} from '../support/pages.js';

/** A command is one value. Adding it to the list is the only other change. */
const teapot = sandboxCommand({
  usage: 'teapot <cups>',
  describe: 'Make tea for an account',
  options: {
    cups: {describe: 'How many', read: integerBetween(1, 12)},
    milk: {describe: 'How much milk', read: integerBetween(0, 3), fallback: 0, variable: true},
  },
  examples: [['teapot 2', 'for two']],
  run: async (client, {cups, milk = 0}) => {
    const {account} = await client.get<{account: string}>('');
    return [{account, cups, milk}, `${cups} cups for ${account}, with ${milk} of milk`];
  },
});

const list = [...commands, teapot];
const sandbox = shareSandbox(test);

test('a new command appears in the help, completion and docs', async t => {
  t.regex((await runHere(['--help'], {}, list)).stdout, /^ {2}crm-sandbox teapot <cups> +Make tea for an account$/m);
  const {stdout} = await runHere(['teapot', '--help'], {}, list);
  t.regex(stdout, /--milk +How much milk \[number\] \[default: 0\]/);
  t.regex(stdout, /^Examples:\n {2}crm-sandbox teapot 2 +for two$/m);
  t.regex(stdout, /In the environment: .*CRM_SANDBOX_MILK/);
  const completed = await runHere(['--get-yargs-completions', 'crm-sandbox', 'te'], {SHELL: '/bin/bash'}, list);
  t.true(completed.stdout.split('\n').includes('teapot'));
  const page = withCommandTable(readFileSync(`${root}docs/reference/options.md`, 'utf8'), list);
  t.true(page.includes('\n| `teapot <cups>` | Make tea for an account | `--milk` |\n'));
});

test('a new command runs, and its usage errors are reported', async t => {
  const run = (words: readonly string[], env = {}) => runHere(words, {CRM_SANDBOX_URL: sandbox.url, ...env}, list);
  t.is((await run(['teapot', '2'])).stdout, '2 cups for default, with 0 of milk\n');
  const {stdout} = await run(['teapot', '2', '--json'], {CRM_SANDBOX_MILK: '3'});
  t.deepEqual(JSON.parse(stdout), {account: 'default', cups: 2, milk: 3});
  const wrong = await run(['teapot', '13']);
  t.is(wrong.code, 2);
  t.regex(wrong.stderr, /^<cups> must be an integer from 1 to 12, got "13"\nHelp: crm-sandbox teapot --help\n$/);
  t.regex((await run(['teapto'])).stderr, /^Unknown command teapto: did you mean teapot\?/);
});
