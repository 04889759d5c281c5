import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import test from 'ava';
import {readShortForm} from '../../src/faults/short-form.js';
import {profileNames} from '../../src/sandbox/options/values.js';
import {switches} from '../../src/settings.js';
import {runHere} from '../support/cli-here.js';
import {executable} from '../support/executable.js';

const run = promisify(execFile);

/** Returns the completions of the last word of a line, without file names. */
async function completionsOf(line: string, SHELL = '/bin/bash') {
  const {stdout, stderr} = await runHere(['--get-yargs-completions', ...line.split(' ')], {SHELL});
  return {words: stdout.split('\n').filter(word => word !== ''), stderr};
}

/** Completes lines in a bash that has sourced the script, as readline does. @returns the candidates of each line */
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
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('CRM_SANDBOX_'));
  const env = {...Object.fromEntries(inherited), NODE: process.execPath, CLI: executable};
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

/** bash replaces only the part after the last `=` or `:` of a word. */
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

test('completion prints no errors for an invalid command line', async t => {
  for (const line of [
    'crm-sandbox nonsense x',
    'crm-sandbox start --constructor ',
    'crm-sandbox snapshot nonsense ',
    '',
  ]) {
    const {stderr} = await completionsOf(line);
    t.is(stderr, '', line);
  }
});

test('completion suggests the values that options accept', async t => {
  const assume = (await completionsOf('crm-sandbox start --assume ')).words;
  t.deepEqual(assume, ['observed', 'contract', ...Object.keys(switches).map(name => `${name}=`)]);
  t.deepEqual((await completionsOf('crm-sandbox start --assume observed,keyword_delete=')).words, [
    'observed,keyword_delete=archive',
    'observed,keyword_delete=permanent',
    'observed,keyword_delete=ignore',
  ]);
  const faults = (await completionsOf('crm-sandbox faults add createGift:')).words;
  t.true(faults.length > 10);
  t.notThrows(() => faults.map(fault => readShortForm(fault)));
  const operations = (await completionsOf('crm-sandbox logs --operation ')).words;
  t.true(['createGift', 'createGiftOfConstituent', 'listFunds'].every(id => operations.includes(id)));
  t.true((await completionsOf('crm-sandbox start --fault ')).words.includes('createGift:'));
  t.true((await completionsOf('crm-sandbox explain ')).words.includes('assume'));
});

test('completion suggests options, and a given option again only if it is repeatable', async t => {
  const {words} = await completionsOf('crm-sandbox start --strict --key one ');
  t.false(words.includes('--strict'));
  t.true(['--key', '--no-admin', '--ui', '--no-ui'].every(word => words.includes(word)));
  t.deepEqual((await completionsOf('crm-sandbox trace show ')).words, [], 'a file name is expected here');
  t.true((await completionsOf('crm-sandbox snapshot restore before --key x --')).words.includes('--dry-run'));
  t.false(
    (await completionsOf('crm-sandbox snapshot restore --')).words.includes('--name'),
    'an argument must not be suggested as an option',
  );
  t.deepEqual((await completionsOf('crm-sandbox help snap')).words, (await completionsOf('crm-sandbox ')).words);
});

test('completion includes descriptions for zsh and fish', async t => {
  const zsh = (await completionsOf('crm-sandbox sna', '/bin/zsh')).words;
  t.true(zsh.includes('snapshot:Save, restore and compare states of an account'));
  t.true(
    (await completionsOf('crm-sandbox start --assume membership_status=', 'zsh')).words.includes(
      'membership_status=0\\:lapsed',
    ),
  );
  const fish = (await completionsOf('crm-sandbox start --pro', '/usr/bin/fish')).words;
  t.true(fish.includes('--profile\tAmount of generated data'));
});

test('completion prints the script for the given shell, or for $SHELL', async t => {
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
