import {readFileSync} from 'node:fs';
import test from 'ava';
import {groupsOf} from '../../src/cli/options/option-table.js';
import {checkTable, execTable, startTable} from '../../src/cli/options/start-options.js';
import type {Option} from '../../src/sandbox/options/option.js';
import {runHere} from '../support/cli-here.js';
import {root} from '../support/pages.js';

const groups = {
  snapshot: ['save', 'restore', 'list', 'show', 'delete', 'diff', 'inspect', 'validate'],
  clock: ['show', 'set', 'freeze', 'run', 'advance'],
  accounts: ['list', 'create', 'delete'],
  faults: ['list', 'add', 'clear'],
  trace: ['save', 'show', 'open', 'replay', 'diff'],
  requests: ['show', 'export'],
};
const verbs = [
  ...[
    'start',
    'exec',
    'check',
    'compare',
    'stop',
    'wait',
    'status',
    'findings',
    'explain',
    'coverage',
    'reset',
    'seed',
    'learn',
    'snapshot',
    'clock',
    'accounts',
    'logs',
  ],
  ...['requests', 'faults', 'trace', 'env', 'intercept', 'doctor', 'init', 'openapi', 'verify'],
];
const nested = Object.entries(groups).flatMap(([group, words]) => words.map(word => `${group} ${word}`));

for (const verb of [...verbs, ...nested]) {
  test(`--help describes the command and has an example: ${verb}`, async t => {
    const {code, stdout, stderr} = await runHere([...verb.split(' '), '--help']);
    t.is(code, 0);
    t.is(stderr, '');
    t.true(stdout.startsWith(`crm-sandbox ${verb}`), stdout);
    t.regex(stdout, new RegExp(`^Examples:\n  crm-sandbox ${verb}`, 'm'));
    t.is(stdout.includes('--json'), !(verb in groups));
  });
}

test('--help lists the commands and exit codes', async t => {
  const {stdout} = await runHere(['--help']);
  for (const verb of [...verbs, 'completion']) {
    t.regex(stdout, new RegExp(`^  crm-sandbox ${verb}\\b`, 'm'));
  }
  t.regex(
    stdout,
    /^Exit codes: 0 success; 1 failure[\s\S]*4\s+findings[\s\S]*5\s+verification, replay\s+or\s+comparison\s+failed;\s+6\s+bad/m,
  );
});

for (const [verb, table] of Object.entries({start: startTable, exec: execTable, check: checkTable})) {
  test(`${verb} --help lists options in groups, with their types`, async t => {
    const {stdout} = await runHere([verb, '--help']);
    const shown = new Map<string, string[]>();
    let group = '';
    for (const line of stdout.split('\nExamples:')[0]!.split('\n')) {
      group = /^(\w[\w ]*):$/.exec(line)?.[1] ?? group;
      const [, option] = /^ {2,6}(?:-\w, )?--([\w-]+) /.exec(line) ?? [];
      if (option !== undefined && option !== 'help' && option !== 'version') {
        shown.set(group, [...(shown.get(group) ?? []), option]);
      }
    }
    const expected = groupsOf(table).map(({name, options}) => [name, options.map(([option]) => option)]);
    t.deepEqual([...shown], expected);
    t.false(stdout.includes('[string]'));
    for (const [option, {read}] of Object.entries<Option>(table)) {
      const text = stdout.slice(stdout.search(new RegExp(`^ +(?:-\\w, )?--${option} `, 'm'))).replaceAll(/\s+/g, ' ');
      t.regex(
        text,
        new RegExp(`^ (?:-\\w, )?--${option} [^\\[]*\\[${read.label}\\]${read.isList ? ' \\[repeatable\\]' : ''}`),
      );
    }
    t.regex(
      stdout,
      /^ {6}--assume +Change an assumption; see crm-sandbox explain assume \[name=value\] \[repeatable\]$/m,
    );
    t.false(stdout.includes('may be repeated'));
  });
}

test('docs/reference/options.md has the same option groups as the help', async t => {
  const page = readFileSync(`${root}docs/reference/options.md`, 'utf8');
  const [, tables = ''] = /<!-- options of start -->([\s\S]*?)<!-- end -->/.exec(page) ?? [];
  t.deepEqual(
    Array.from(tables.matchAll(/^### (.+)$/gm), ([, name]) => name),
    groupsOf(startTable).map(({name}) => name),
  );
  t.true(groupsOf(startTable).length > 8);
});

test('start rejects a command after --, and suggests exec', async t => {
  const {code, stderr} = await runHere(['start', '--', 'npm', 'test']);
  t.is(code, 2);
  t.regex(stderr, /^start runs no command; exec does: crm-sandbox exec -- npm test\n/);
});
