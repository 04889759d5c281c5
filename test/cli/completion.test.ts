import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import test from 'ava';
import {readShortForm} from '../../src/faults/short-form.js';
import {profileNames} from '../../src/sandbox/options/values.js';
import {switches} from '../../src/settings.js';
import {runHere} from '../support/cli-here.js';
import {executable} from '../support/executable.js';

const run = promisify(execFile);

/** The words that are offered for the last one of a line, unless they are names of files. */
async function offered(line: string, SHELL = '/bin/bash') {
  const {stdout, stderr} = await runHere(['--get-yargs-completions', ...line.split(' ')], {SHELL});
  return {words: stdout.split('\n').filter(word => word !== ''), stderr};
}

/** Completes lines in a bash that has read the script, as its readline does. @returns the candidates of each line */
async function completeInBash(lines: readonly string[]): Promise<string[][]> {
  const {stdout: script} = await runHere(['completion', 'bash']);
  const code = `
    crm-sandbox() { "$NODE" "$CLI" "$@"; }
    ${script}
    for line in "$@"; do
      COMP_LINE="$line" COMP_POINT=\${#line}
      _crm_sandbox
      printf '%s ' "\${COMPREPLY[@]}"
      echo
    done
    complete -p crm-sandbox`;
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('CRM_SANDBOX_'));
  const env = {...Object.fromEntries(own), NODE: process.execPath, CLI: executable};
  const {stdout, stderr} = await run('bash', ['--norc', '-c', code, 'bash', ...lines], {env});
  // Outside of readline, `compopt` fails; the script hides that.
  if (stderr !== '') {
    throw new Error(stderr);
  }
  const printed = stdout.trimEnd().split('\n');
  if (printed.pop() !== 'complete -o bashdefault -o default -F _crm_sandbox crm-sandbox') {
    throw new Error('the script registers no completion');
  }
  return printed.map(line => line.split(' ').filter(word => word !== ''));
}

/** bash replaces only the part behind the last `=` or `:` of a word. */
const expected: Readonly<Record<string, readonly string[]>> = {
  'crm-sandbox sna': ['snapshot'],
  'crm-sandbox snapshot re': ['restore'],
  'crm-sandbox start --prof': ['--profile'],
  'crm-sandbox start --profile ': profileNames,
  'crm-sandbox start --profile sm': ['small'],
  'crm-sandbox start --profile=sm': ['small'],
  'crm-sandbox start --findings strict,put-us': ['strict,put-used='],
  'crm-sandbox start --findings put-used=w': ['warn'],
  'crm-sandbox start --assume membership_status=0:': ['lapsed', 'active'],
  'crm-sandbox start --scenario lost': ['lost-gift'],
  'crm-sandbox start --fault createGift#2:lo': ['lost'],
  'crm-sandbox start --from pack': [],
  'crm-sandbox explain zero': ['zero-gift'],
  'crm-sandbox exec --fail-on error -- npm te': [],
};

test('bash completes commands, options and values', async t => {
  t.deepEqual(
    Object.fromEntries(
      (await completeInBash(Object.keys(expected))).map((words, at) => [Object.keys(expected)[at], words]),
    ),
    expected,
  );
});

test('the script and the completion are silent about a line that makes no sense', async t => {
  for (const line of [
    'crm-sandbox nonsense x',
    'crm-sandbox start --constructor ',
    'crm-sandbox snapshot nonsense ',
    '',
  ]) {
    const {stderr} = await offered(line);
    t.is(stderr, '', line);
  }
});

test('values are those that the options accept', async t => {
  const assume = (await offered('crm-sandbox start --assume ')).words;
  t.deepEqual(assume, ['observed', 'contract', ...Object.keys(switches).map(name => `${name}=`)]);
  t.deepEqual((await offered('crm-sandbox start --assume observed,keyword_delete=')).words, [
    'observed,keyword_delete=archive',
    'observed,keyword_delete=permanent',
    'observed,keyword_delete=ignore',
  ]);
  const faults = (await offered('crm-sandbox faults add createGift:')).words;
  t.true(faults.length > 10);
  t.notThrows(() => faults.map(fault => readShortForm(fault)));
  const operations = (await offered('crm-sandbox logs --operation ')).words;
  t.true(['createGift', 'createGiftOfConstituent', 'listFunds'].every(id => operations.includes(id)));
  t.true((await offered('crm-sandbox start --fault ')).words.includes('createGift:'));
  t.true((await offered('crm-sandbox explain ')).words.includes('assume'));
});

test('options are offered where no argument is left, and those that were given only if they may be repeated', async t => {
  const {words} = await offered('crm-sandbox start --strict --key one ');
  t.false(words.includes('--strict'));
  t.true(['--key', '--no-admin', '--ui', '--no-ui'].every(word => words.includes(word)));
  t.deepEqual((await offered('crm-sandbox trace show ')).words, [], 'a file is meant');
  t.true((await offered('crm-sandbox snapshot restore before --key x --')).words.includes('--dry-run'));
  t.false((await offered('crm-sandbox snapshot restore --')).words.includes('--name'), 'an argument is no option');
  t.deepEqual((await offered('crm-sandbox help snap')).words, (await offered('crm-sandbox ')).words);
});

test('zsh and fish get descriptions', async t => {
  const zsh = (await offered('crm-sandbox sna', '/bin/zsh')).words;
  t.true(zsh.includes('snapshot:Save, restore and compare states of an account'));
  t.true(
    (await offered('crm-sandbox start --assume membership_status=', 'zsh')).words.includes(
      'membership_status=0\\:lapsed',
    ),
  );
  const fish = (await offered('crm-sandbox start --pro', '/usr/bin/fish')).words;
  t.true(fish.includes('--profile\tAmount of generated data'));
});

test('the script is that of the named shell, or of $SHELL', async t => {
  for (const [shell, form] of [
    ['bash', /^complete -o bashdefault .* crm-sandbox$/m],
    ['zsh', /^compdef _crm_sandbox crm-sandbox$/m],
    ['fish', /^complete -c crm-sandbox /m],
  ] as const) {
    const {code, stdout} = await runHere(['completion', shell], {SHELL: '/bin/other'});
    t.is(code, 0);
    t.regex(stdout, form);
    t.true(stdout.includes('crm-sandbox --get-yargs-completions'));
    t.is((await runHere(['completion'], {SHELL: `/usr/bin/${shell}`})).stdout, stdout);
  }
  const {code, stdout, stderr} = await runHere(['completion', 'tcsh']);
  t.is(code, 2);
  t.is(stdout, '');
  t.regex(stderr, /^<shell> must be one of bash, zsh, fish, got "tcsh"\n/);
});
