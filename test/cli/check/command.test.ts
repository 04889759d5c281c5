import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {checkWith} from '../../../src/cli/commands/check.js';
import {commands} from '../../../src/cli/index.js';
import {
  type CheckedCommand,
  type CheckOptions,
  type CheckResult,
  RefusedCheck,
} from '../../../src/sandbox/check/types.js';
import {startSandbox} from '../../../src/sandbox/start-sandbox.js';
import {newFolder} from '../../support/cli.js';
import {runHere} from '../../support/cli-here.js';
import {caseOf, healed, resultOf} from './sample-check.js';

type Engine = (client: CheckedCommand, options: CheckOptions) => Promise<CheckResult>;

const good: CheckResult = resultOf({failed: false, cases: [healed('a')]});

/** Runs `check` with a stub engine. @returns also the arguments of its call */
async function run(
  words: readonly string[],
  engine: Engine = async () => good,
  env = {},
  command = ['npm', 'run', 'x y'],
) {
  const calls: Array<Parameters<Engine>> = [];
  const check = checkWith(async options => ({
    ...(await startSandbox({...options, profile: 'empty'})),
    check: (...call: Parameters<Engine>) => {
      calls.push(call);
      return engine(...call);
    },
  }));
  const list = commands.map(one => (one.command === 'check' ? check : one));
  const ended = await runHere(['check', ...words, '--', ...command], env, list);
  return {...ended, client: calls[0]?.[0], options: calls[0]?.[1]};
}

/** Runs `check` with a file of known cases. */
async function knownCases(t: ExecutionContext, text: string) {
  const file = path.join(await newFolder(t), 'cases.json');
  writeFileSync(file, text);
  return {file, ...(await run(['--cases-file', file]))};
}

test('check exits with 6 for a bad case, and prints the harm and how to repeat it', async t => {
  const {code, stdout, stderr} = await run(['--seed', '3', '--assume', 'observed', '--jobs', '4'], async () =>
    resultOf(),
  );
  t.is(code, 6, stderr);
  t.is(stdout, '');
  t.regex(stderr, /^Check: If the response to the gift is lost, Ada Test gets two gifts of \$50\.00\. sync\.php:5$/m);
  t.regex(stderr, /^ {2}To repeat: crm-sandbox check --case 1f3a9c02 --seed 3 --assume observed -- npm run 'x y'$/m);
  t.regex(stderr, /\nExit code 6: 1 bad case\.\n$/);
});

test('check exits with 0 without bad cases, and with 6 if no case was judged', async t => {
  const {code, stderr} = await run([]);
  t.is(code, 0, stderr);
  t.regex(stderr, /^Check: No harm that counts in 1 trial: 1 healed\.$/m);
  const nothing = await run([], async () => resultOf({cases: []}));
  t.is(nothing.code, 6);
  t.regex(nothing.stderr, /^Check: Nothing was judged, so that nothing is known\.$/m);
  t.regex(nothing.stderr, /\nExit code 6: nothing was judged\.\n$/);
});

test('check exits with 0 for bad cases within --max-bad, and still reports them', async t => {
  const folder = await newFolder(t);
  const [json, html] = [path.join(folder, 'a.json'), path.join(folder, 'made/a.html')];
  const words = ['--max-bad', '1', '--report', `json=${json},html=${html}`];
  const {code, stderr, options} = await run(words, async () => resultOf({failed: false}));
  t.is(code, 0);
  t.is(options!.maxBad, 1);
  t.regex(stderr, /\nExit code 0: --max-bad allows 1 bad case\.\n$/);
  const {check, exit} = JSON.parse(readFileSync(json, 'utf8'));
  t.is(exit.code, 0);
  t.like(check, {
    failed: false,
    counts: {duplicated: 1, healed: 1},
    cases: [{id: '1f3a9c02', operation: 'createGiftOfConstituent', nth: 1, verdict: 'duplicated', is_bad: true}],
  });
  t.regex(readFileSync(html, 'utf8'), /<h1>If the response to the gift is lost/);
});

test('check passes the command, the options and the --key-env variables to the engine', async t => {
  const words = [
    '--jobs',
    '3',
    '--budget',
    '5m',
    '--patience',
    '1m',
    '--rerun',
    '--all',
    '--assume-matrix',
    '--case',
    'abc',
  ];
  const more = ['--before', 'rm -f x', '--trace-dir', 'traces', '--key-env', 'CRM_TOKEN', '--admin-key', 'secret'];
  const {client, options, code} = await run([...words, ...more]);
  t.is(code, 0);
  t.deepEqual(client!.command, ['npm', 'run', 'x y']);
  t.deepEqual(client!.environment, {CRM_SANDBOX_ADMIN_KEY: 'secret', CRM_TOKEN: 'sandbox-key'});
  const {signal, onReference, onProgress, ...values} = options!;
  t.deepEqual(values, {
    jobs: 3,
    budget: 300_000,
    patience: 60_000,
    rerun: true,
    all: true,
    assumeMatrix: true,
    case: 'abc',
    before: 'rm -f x',
    traces: 'traces',
    cases: [],
  });
  const defaults = await run([]);
  t.deepEqual(defaults.client!.environment, {});
  t.like(defaults.options, {rerun: false, all: false, traces: 'crm-sandbox-check'});
  t.false('jobs' in defaults.options!, 'the engine must apply its own defaults');
});

test('options of check can be set in the environment or a file, except --case', async t => {
  const folder = await newFolder(t);
  const config = path.join(folder, 'c.json');
  writeFileSync(config, '{"jobs": 5, "max-bad": 2, "trace-dir": "traces", "port": 70}');
  const {options, code, stderr} = await run(['--config', config], undefined, {
    CRM_SANDBOX_JOBS: '6',
    CRM_SANDBOX_RERUN: '1',
  });
  t.is(code, 0, stderr);
  t.like(options, {jobs: 6, maxBad: 2, traces: path.join(folder, 'traces'), rerun: true});
  writeFileSync(config, '{"case": "abc"}');
  t.regex((await run(['--config', config])).stderr, /"case" is not an option/);
  t.regex(
    (await run([], undefined, {CRM_SANDBOX_CASE: 'abc'})).stderr,
    /^CRM_SANDBOX_CASE in the environment is not an option/,
  );
});

test('the report never contains the keys that the user passes', async t => {
  const {stderr} = await run(['--key', 'mine', '--admin-key', 'secret'], async () => resultOf());
  t.notRegex(stderr, /mine|secret/);
});

test('findings of the run without faults are reported, and bad cases outrank their gate', async t => {
  const onReference: Engine = async (_, options) => {
    const reference = await startSandbox({profile: 'empty'});
    const headers = {authorization: `Bearer ${reference.key}`};
    await fetch(`${reference.url}/api/v1/nothing`, {headers});
    await options.onReference!(reference);
    await reference.close();
    return good;
  };
  const {code, stderr} = await run(['--fail-on', 'error'], onReference);
  t.is(code, 4, stderr);
  t.regex(stderr, /^Check: No harm that counts/m);
  t.regex(stderr, /^error no-such-resource/m);
  const both = await run(['--fail-on', 'error'], async (...call) => ({...(await onReference(...call)), ...resultOf()}));
  t.is(both.code, 6);
  t.regex(both.stderr, /Exit code 6: 1 bad case; also, 1 error \(--fail-on error\)\.\n$/);
});

test('check --json prints the report on one line', async t => {
  const {code, stderr} = await run(['--json'], async () => resultOf());
  t.is(code, 6);
  t.like(JSON.parse(stderr), {event: 'report', exit: {code: 6}, check: {counts: {duplicated: 1, healed: 1}}});
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test.serial(`on ${signal}, check stops, prints the results so far and exits with 130`, async t => {
    const {code, stderr} = await run([], async (_, options) => {
      const before = (options.signal as AbortSignal).aborted;
      process.emit(signal);
      t.deepEqual([before, options.signal!.aborted], [false, true]);
      return resultOf({skipped: ['5k1pped0']});
    });
    t.is(code, 130);
    t.regex(stderr, /^The check was interrupted: these are the results so far\.$/m);
    t.regex(stderr, /^duplicated \(lost/m);
    t.regex(stderr, /Left out by the budget or an interruption: 5k1pped0/);
    t.regex(stderr, /\nExit code 130: the check was interrupted; also, 1 bad case\.\n$/);
    t.is(process.listenerCount(signal), 0);
  });
}

test.serial('a check that is interrupted before its first result exits with 130', async t => {
  const {code, stderr} = await run([], async () => {
    process.emit('SIGINT');
    throw new RefusedCheck('nothing');
  });
  t.is(code, 130);
  t.is(stderr, 'The check was interrupted before it had a result\n');
});

test('a check that the engine refuses prints the reason and exits with 6', async t => {
  const message = 'no configuration\nWithout any fault the command ends with 3; it must succeed first.';
  const {code, stderr} = await run([], async () => {
    throw new RefusedCheck(message);
  });
  t.is(code, 6);
  t.is(stderr, `${message}\n`);
});

test('check reports a command that is missing, may not be run or was not given', async t => {
  const fail =
    (code: string): Engine =>
    async () => {
      throw Object.assign(new Error(code), {code, syscall: 'spawn npm'});
    };
  const missing = await run([], fail('ENOENT'));
  t.deepEqual([missing.code, missing.stderr], [127, 'There is no command npm\n']);
  const denied = await run([], fail('EACCES'));
  t.deepEqual([denied.code, denied.stderr], [126, 'The command npm may not be run\n']);
  const none = await run([], undefined, {}, []);
  t.is(none.code, 2);
  t.regex(none.stderr, /^Name the command after --, such as: crm-sandbox check -- npm run sync\n/);
  t.regex(
    (await runHere(['check', 'npm', 'test'])).stderr,
    /^The command goes after --: crm-sandbox check -- npm test\n/,
  );
});

test('a report that cannot be written is rejected before the command runs', async t => {
  const folder = await newFolder(t);
  writeFileSync(path.join(folder, 'file'), '');
  const {code, client, stderr} = await run(['--report', `json=${path.join(folder, 'file/a.json')}`]);
  t.deepEqual([code, client], [1, undefined]);
  t.regex(stderr, /--report .* cannot be used/);
  mkdirSync(path.join(folder, 'b.json'));
  t.is((await run(['--report', `json=${path.join(folder, 'b.json')}`])).code, 1);
});

test('known cases are read from a file and marked in the report', async t => {
  const entry = {
    verdict: 'duplicated',
    chain: 'sync.php',
    operation: 'createNote',
    check: 'lost',
    reason: 'x',
    until: '2026-12-31',
  };
  const {options, code, stderr} = await knownCases(t, JSON.stringify([entry]));
  t.is(code, 0, stderr);
  t.deepEqual(options!.cases, [entry as never]);
  const known = await run([], async () =>
    resultOf({failed: false, cases: [caseOf({isBad: false, known: 'harmless'})]}),
  );
  t.is(known.code, 0);
  t.regex(known.stderr, /^ {2}Known: harmless$/m);
});

const mistakes: ReadonlyArray<readonly [text: string, message: string]> = [
  ['{}', ' must hold a list: [{"verdict": "duplicated", '],
  ['[1]', ': entry 1: must be an object, such as {"verdict": '],
  ['[{"verdict": "duplicate", "reason": "x"}]', ': entry 1: there is no verdict "duplicate"; did you mean duplicated?'],
  ['[{"verdict": "healed", "reason": "x"}]', ': entry 1: there is no verdict "healed"'],
  ['[{"reason": "x"}]', ': entry 1: there is no verdict undefined'],
  ['[{"verdict": "lost"}]', ': entry 1: reason is required: a sentence that says why'],
  ['[{"verdict": "lost", "reason": "x", "check": "lots"}]', ': entry 1: there is no check "lots"; did you mean lost?'],
  [
    '[{"verdict": "lost", "reason": "x", "line": "a"}]',
    ': entry 1: unknown field line; there are verdict, reason, chain, operation, check, until',
  ],
  ['[{"verdict": "lost", "reason": "x", "chain": 1}]', ': entry 1: chain must be a text, got 1'],
  ['[{"verdict": "lost", "reason": "x", "until": "soon"}]', ': entry 1: until must be a day, YYYY-MM-DD, got "soon"'],
];

for (const [text, message] of mistakes) {
  test(`an error in the file of known cases is reported: ${text}`, async t => {
    const {file, code, stderr, client} = await knownCases(t, text);
    t.deepEqual([code, client], [2, undefined]);
    t.true(stderr.startsWith(`${file}${message}`), stderr);
  });
}

test('--cases-file rejects a missing file', async t => {
  const {code, stderr} = await run(['--cases-file', '/nowhere/cases.json']);
  t.is(code, 2);
  t.regex(stderr, /^There is no file \/nowhere\/cases\.json\n/);
});

const old: ReadonlyArray<readonly [words: string[], replacement: string]> = [
  [['--lost-answers'], 'crm-sandbox check'],
  [['--lost-answers-file', 'a.json'], 'crm-sandbox check --cases-file'],
  [['--lost-answers-allow', '1'], 'crm-sandbox check --max-bad'],
  [['--jobs', '2'], 'crm-sandbox check --jobs'],
  [['--budget=2m'], 'crm-sandbox check --budget'],
];

for (const [words, replacement] of old) {
  const [, flag = '', name = ''] = /^(--([\w-]+))/.exec(words[0]!)!;
  test(`exec rejects an option that has moved to check: ${flag}`, async t => {
    const {code, stderr} = await runHere(['exec', ...words, '--', 'true']);
    t.is(code, 2);
    t.is(stderr, `Unknown option ${flag}: it is now ${replacement}\nHelp: crm-sandbox exec --help\n`);
    if (!name.startsWith('lost')) {
      return; // valid in a variable and a file, for check
    }
    const variable = `CRM_SANDBOX_${name.replaceAll('-', '_').toUpperCase()}`;
    const byVariable = await runHere(['exec', '--', 'true'], {[variable]: '1'});
    t.is(byVariable.code, 2);
    t.true(byVariable.stderr.startsWith(`${variable} in the environment is not an option; it is now ${replacement}\n`));
    const file = path.join(await newFolder(t), 'c.json');
    writeFileSync(file, JSON.stringify({[name]: '1'}));
    const byFile = await runHere(['exec', '--config', file, '--', 'true']);
    t.is(byFile.code, 2);
    t.true(byFile.stderr.startsWith(`${file}: "${name}" is not an option; it is now ${replacement}\n`), byFile.stderr);
  });
}

test('exec ignores the options of check in the environment and in a file', async t => {
  const file = path.join(await newFolder(t), 'c.json');
  writeFileSync(file, '{"budget": "2m", "max-bad": 1}');
  const words = ['exec', '--config', file, '--profile', 'empty', '--', process.execPath, '-e', ''];
  const {code, stderr} = await runHere(words, {CRM_SANDBOX_JOBS: '2', CRM_SANDBOX_CHECK_DIR: '/tmp'});
  t.is(code, 0, stderr);
});
