import test from 'ava';
import {runHere} from '../support/cli-here.js';

const groups = {
  snapshot: ['save', 'restore', 'list', 'show', 'delete', 'diff', 'inspect', 'validate'],
  clock: ['show', 'set', 'freeze', 'run', 'advance'],
  accounts: ['list', 'create', 'delete'],
  faults: ['list', 'add', 'clear'],
  trace: ['save', 'show', 'replay'],
  requests: ['show', 'export'],
};
const verbs = [
  ...[
    'start',
    'exec',
    'check',
    'stop',
    'wait',
    'status',
    'findings',
    'explain',
    'coverage',
    'reset',
    'seed',
    'snapshot',
    'clock',
    'accounts',
    'logs',
  ],
  ...['requests', 'faults', 'trace', 'env', 'intercept', 'doctor', 'init', 'openapi', 'verify'],
];
const nested = Object.entries(groups).flatMap(([group, words]) => words.map(word => `${group} ${word}`));

for (const verb of [...verbs, ...nested]) {
  test(`--help says what it does, with an example: ${verb}`, async t => {
    const {code, stdout, stderr} = await runHere([...verb.split(' '), '--help']);
    t.is(code, 0);
    t.is(stderr, '');
    t.true(stdout.startsWith(`crm-sandbox ${verb}`), stdout);
    t.regex(stdout, new RegExp(`^Examples:\n  crm-sandbox ${verb}`, 'm'));
    t.is(stdout.includes('--json'), !(verb in groups));
  });
}

test('the commands and exit codes are listed', async t => {
  const {stdout} = await runHere(['--help']);
  for (const verb of [...verbs, 'completion']) {
    t.regex(stdout, new RegExp(`^  crm-sandbox ${verb}\\b`, 'm'));
  }
  t.regex(stdout, /^Exit codes: 0 success; 1 failure[\s\S]*4 findings[\s\S]*5\s+verification or replay;\s+6\s+bad/m);
});

test('the completion script asks for what can follow', async t => {
  const script = await runHere(['completion'], {SHELL: '/bin/bash'});
  t.is(script.code, 0);
  t.true(script.stdout.includes('crm-sandbox --get-yargs-completions'));
  const offered = async (...words: string[]) => {
    const {stdout} = await runHere(['--get-yargs-completions', 'crm-sandbox', ...words], {SHELL: '/bin/bash'});
    return stdout.trim().split('\n');
  };
  t.deepEqual(await offered('sn'), [...verbs, 'completion'], 'the shell picks those that begin with it');
  t.deepEqual(await offered('snapshot', ''), groups.snapshot);
  t.true((await offered('reset', '--')).includes('--empty'));
});

test('a command that start would not run is refused', async t => {
  const {code, stderr} = await runHere(['start', '--', 'npm', 'test']);
  t.is(code, 2);
  t.regex(stderr, /^start runs no command; exec does: crm-sandbox exec -- npm test\n/);
});
