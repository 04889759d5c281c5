import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {newFolder, runCli} from '../support/cli.js';
import {runHere, shareSandbox} from '../support/cli-here.js';

// `node:http` loads in less than half the time of `fetch`.
const prelude = `
  import {request} from 'node:http';
  const {CRM_SANDBOX_URL: url, CRM_SANDBOX_KEY: key} = process.env;
  const call = (path, body, key_ = key) => new Promise((resolve, reject) => request(url + path, {
    method: body ? 'POST' : 'GET',
    headers: {authorization: 'Bearer ' + key_, 'content-type': 'application/json', 'x-sandbox-caller': 'src/sync.mjs:7'},
  }, response => response.resume().on('end', resolve)).on('error', reject).end(JSON.stringify(body)));
  const gift = more => ({gift_type_name: 'Gift', received_date: '2025-12-24', external_id: 'web-1', ...more});
  const gifts = '/api/v1/constituents/959400/gifts';`;

const zeroGift = `${prelude} await call(gifts, gift({amount: 50}));`;
const firstPage = `${prelude} await call('/api/v1/funds');`;

const commandLine = (words: readonly string[], script: string) => [
  'exec',
  '--profile',
  'small',
  ...words,
  '--',
  process.execPath,
  '--input-type=module',
  '--eval',
  script,
];

/** Runs a script with exec in this process. The result does not include the output of the script. */
const execHere = (words: readonly string[], script: string, env: Record<string, string> = {}) =>
  runHere(commandLine(words, script), env);

/** Runs a script with exec in a child process, for tests of the whole output or the working folder. */
const exec = (
  t: ExecutionContext,
  words: readonly string[],
  script: string,
  env: Record<string, string> = {},
  cwd?: string,
) => runCli(t, commandLine(words, script), env, cwd).ended;

test('without a gate, exec prints the number of findings in three lines and exits with 0', async t => {
  const {code, stdout, stderr} = await exec(t, [], zeroGift);
  t.deepEqual([code, stdout], [0, '']);
  const lines = stderr.trimEnd().split('\n');
  t.is(lines.length, 3);
  t.is(lines[0], 'crm-sandbox: what the client got wrong: 1 error, 0 warnings, 0 infos.');
});

test('a run without API requests prints no report unless --report is given', async t => {
  t.like(await execHere([], ''), {code: 0, stderr: ''});
  const {code, stderr} = await execHere(['--report', 'text'], '');
  t.is(code, 0);
  t.regex(stderr, /^Findings: 0 errors, 0 warnings, 0 infos\.$/m);
});

test('--fail-on error exits with 4 for errors in any account, even after a reset', async t => {
  const script = `${prelude}
    await call(gifts, gift({amount: 50}), 'sbx_other');
    await call('/_sandbox/reset?all=true', {});`;
  const {code, stderr} = await execHere(['--fail-on', 'error'], script);
  t.is(code, 4);
  t.regex(stderr, /^error zero-gift: createGift: "amount" is ignored/m);
  t.regex(stderr, /^ {2}in src\/sync\.mjs:7, POST /m);
  t.regex(stderr, /\nExit code 4: 1 error \(--fail-on error\)\.\n$/);
});

test('the gate includes findings that are only known when a session ends', async t => {
  t.is((await execHere(['--fail-on', 'error'], firstPage)).code, 0);
  t.is((await execHere(['--fail-on', 'warn'], firstPage)).code, 4);
  t.is((await execHere(['--fail-on', 'warn', '--max-warnings', '1'], firstPage)).code, 0);
  t.is((await execHere(['--max-warnings', '0'], firstPage)).code, 4);
});

test('--fail-on never prints findings and exits with 0, and --findings off reports none', async t => {
  const {code, stderr} = await execHere(['--fail-on', 'never'], zeroGift);
  t.is(code, 0);
  t.regex(stderr, /^error zero-gift/m);
  const off = await execHere(['--fail-on', 'warn', '--findings', 'off'], zeroGift);
  t.is(off.code, 0);
  t.regex(off.stderr, /not exercised, because no request matched them: 0 of 0\./);
});

test('the exit reason of a run with only 404s counts the error that the gate allows', async t => {
  const {code, stderr} = await execHere(['--fail-on', 'never'], `${prelude} await call('/api/v1/wombats');`);
  t.is(code, 0);
  t.regex(stderr, /^error no-such-resource/m);
  t.regex(stderr, /\nExit code 0: the command succeeded; the gate allows 1 error\.\n$/);
});

test("the command's exit code takes precedence, and the report explains it", async t => {
  const {code, stderr} = await execHere(['--fail-on', 'error'], `${zeroGift} process.exit(3);`);
  t.is(code, 3);
  t.regex(stderr, /Exit code 3: the command's own code; also, 1 error \(--fail-on error\)\.\n$/);
});

test('reports are written to files in new folders, and are identical on every run', async t => {
  const cwd = await newFolder(t);
  const words = [
    '--report',
    'json=out/a.json,md=out/a.md',
    '--report',
    'junit=a.xml',
    '--report',
    'sarif=a.sarif,html=a.html',
  ];
  const read = (folder: string) =>
    ['out/a.json', 'out/a.md', 'a.xml', 'a.sarif', 'a.html'].map(name => readFileSync(path.join(folder, name), 'utf8'));
  t.is((await exec(t, words, zeroGift, {}, cwd)).code, 0);
  const other = await newFolder(t);
  const named = words.map(word => word.replaceAll('=', `=${other}/`));
  t.is((await execHere(named, zeroGift)).code, 0);
  const first = read(cwd);
  t.deepEqual(read(other), first);
  const [json, md, junit, sarif, html] = first as [string, string, string, string, string];
  const report = JSON.parse(json);
  t.deepEqual(Object.keys(report).sort(), [
    'check',
    'counts',
    'coverage',
    'exercised',
    'exit',
    'findings',
    'format',
    'gate',
    'intercept',
    'not_exercised',
    'overrides',
    'version',
  ]);
  t.is(report.findings[0].rule, 'zero-gift');
  t.is(JSON.parse(sarif).runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri, 'src/sync.mjs');
  for (const text of [md, junit, html]) {
    t.regex(text, /zero/);
  }
});

test('report paths in a config file are relative to its folder', async t => {
  const folder = await newFolder(t);
  const config = path.join(folder, 'ci.json');
  writeFileSync(config, JSON.stringify({'fail-on': 'error', report: ['json=report.json']}));
  const {code} = await execHere(['--config', config], zeroGift);
  t.is(code, 4);
  t.is(JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8')).exit.code, 4);
});

test('CRM_SANDBOX_FAIL_ON sets the gate, and --json prints the report on one line', async t => {
  const {code, stderr} = await execHere(['--json'], zeroGift, {CRM_SANDBOX_FAIL_ON: 'error'});
  t.is(code, 4);
  t.like(JSON.parse(stderr), {event: 'report', exit: {code: 4}, counts: {error: 1}});
});

test('under GitHub Actions, exec prints annotations and appends to the step summary', async t => {
  const cwd = await newFolder(t);
  const summary = path.join(cwd, 'summary.md');
  writeFileSync(summary, 'before\n');
  const env = {GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary};
  const {code, stdout, stderr} = await execHere([], zeroGift, env);
  t.deepEqual([code, stdout], [0, '']);
  t.regex(stderr, /^::error file=src\/sync\.mjs,line=7,title=zero-gift::createGift: "amount" is ignored/m);
  t.regex(readFileSync(summary, 'utf8'), /^before\n## crm-sandbox\n[\s\S]*zero&#45;gift|zero-gift/);
});

test('an invalid report path fails before the command runs, and a failed write fails the run', async t => {
  const cwd = await newFolder(t);
  writeFileSync(path.join(cwd, 'file'), '');
  const before = await exec(t, ['--report', 'json=file/a.json'], "console.log('ran')", {}, cwd);
  t.like(before, {code: 1, stdout: ''});
  t.regex(before.stderr, /--report file\/a\.json cannot be used/);
  const file = path.join(cwd, 'a.json');
  const script = `${zeroGift} (await import('node:fs')).mkdirSync(${JSON.stringify(file)});`;
  t.is((await execHere(['--report', `json=${file}`], script)).code, 1);
});

for (const words of [
  ['--fail-on', 'warning'],
  ['--max-warnings', '-1'],
  ['--report', 'xml=a.xml'],
  ['--report', 'json'],
  ['--report', 'text=a'],
  ['--report', 'json=a,md=./a'],
  ['--fail-on', 'never', '--max-warnings', '1'],
]) {
  test(`an invalid gate or report is rejected: ${words.join(' ')}`, async t => {
    const {code, stderr} = await runHere(['exec', '--profile', 'small', ...words, '--', 'true']);
    t.is(code, 2);
    t.regex(stderr, /^.+\nHelp: crm-sandbox exec --help\n$/);
  });
}

const sandbox = shareSandbox(test);

test('coverage prints a table, lists unused query terms with --missing, and supports --json', async t => {
  await sandbox.call('sandbox-key', 'GET', '/api/v1/funds?limit=5');
  const coverage = async (...words: string[]) => {
    const {code, stdout, stderr} = await sandbox.run(['coverage', ...words]);
    t.is(code, 0, stderr);
    return stdout;
  };
  const [table, missing, json] = [await coverage(), await coverage('--missing', '--all'), await coverage('--json')];
  t.regex(table, /^operations +1 of +\d+ /);
  t.is(table.trimEnd().split('\n').length, 6);
  t.true(missing.startsWith(table));
  t.regex(missing, /^query terms not exercised:\n {2}listFunds: offset$/m);
  t.is(JSON.parse(json).coverage[0].exercised, 1);
});
