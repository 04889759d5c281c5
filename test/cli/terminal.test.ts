import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {startCli} from '../support/cli.js';
import {shareSandbox} from '../support/cli-here.js';
import {root} from '../support/pages.js';

const sandbox = shareSandbox(test, {now: '2026-01-01T00:00:00Z'});

/** A C0 escape sequence, the same as one C1 character, and a bidi override. */
const controls = '\u001b[2J\u009b31m\u202e';

const escaped = String.raw`\u001b[2J\u009b31m\u202e`;

const percent = encodeURIComponent(controls);

/** Asserts that a command printed the controls, and printed them escaped. */
function isEscaped(
  t: ExecutionContext,
  {stdout, stderr}: {stdout: string; stderr: string},
  command: string,
  expected = escaped,
): void {
  const text = stdout + stderr;
  t.true(text.includes(expected), `${command}: ${JSON.stringify(text)}`);
  t.deepEqual(text.match(/[^\P{Cc}\n\t]|\p{Cf}/gu), null, command);
}

test('commands escape control characters in the data', async t => {
  const key = 'sbx_terminal';
  const run = (...words: string[]) => sandbox.run([...words, '--key', key]);
  const {id} = await sandbox.call(key, 'POST', '/api/v1/groups', {name: controls});
  await sandbox.call(key, 'PUT', '/_sandbox/snapshots/before');
  await sandbox.call(key, 'PUT', `/api/v1/groups/${id}`, {name: `b${controls}`});
  await sandbox.call(key, 'GET', `/api/v1/groups?limit=1&colour=${percent}`);
  await sandbox.call(key, 'POST', '/api/v1/groups', {name: 'a', [controls]: 1});
  await sandbox.call(key, 'GET', `/api/v1/groups?limit=${percent}`);
  await sandbox.call(key, 'PUT', '/_sandbox/snapshots/after');

  const wanted = ['--operation', 'createGroup', '--times', '5'];
  isEscaped(t, await run('verify', ...wanted, '--body', JSON.stringify({name: controls})), 'verify, an expectation');
  isEscaped(t, await run('verify', ...wanted, '--body', '{"name":"b"}'), 'verify, the nearest');
  isEscaped(t, await run('findings'), 'findings');
  isEscaped(t, await run('requests', 'show', '1', '--curl'), 'requests show --curl');
  isEscaped(t, await run('requests', 'show', '1'), 'requests show');
  isEscaped(t, await run('logs'), 'logs');
  isEscaped(t, await run('snapshot', 'diff', 'before'), 'snapshot diff');
  const {isTTY} = process.stdout;
  process.stdout.isTTY = true; // snapshots are not escaped in a file
  t.teardown(() => Object.assign(process.stdout, {isTTY}));
  isEscaped(t, await run('snapshot', 'show', 'after'), 'snapshot show');
});

test('the log escapes control characters of requests', async t => {
  const started = await startCli(t);
  await started.get(`/api/v1/groups?limit=${percent}`);
  started.child.kill('SIGTERM');
  isEscaped(t, await started.ended, 'start', String.raw`\u001b[2J 31m\u202e`); // the log replaces C1 with a space
});

/** Detects uses of a standard stream other than reading its terminal properties or listening for errors. */
const writes = (source: string): boolean =>
  /process\.std(?:out|err)(?!\.(?:isTTY|columns|fd|on)\b)|\bconsole\.|\bwriteSync\(/.test(source);

/** The files that may use a standard stream, and why. */
const writers: Readonly<Record<string, string>> = {
  'output/output.ts': 'everything is printed here',
  'output/write-file.ts':
    'the file of --log, with control characters escaped; snapshots, as a stream that escapes them on a terminal',
  'output/progress.ts': 'the progress line, which contains only our own texts',
  'output/format.ts': 'reads the width of the terminal',
  'output/report.ts': 'passes stderr to the table, for its width',
  'start-in-background.ts': 'passes on the output of a server, which escapes it',
};

test('commands print through one function only', t => {
  const folder = path.join(root, 'src/cli');
  const files = readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter(file => /\.tsx?$/.test(file));
  t.true(files.length > 50);
  const found = files.filter(file => writes(readFileSync(path.join(folder, file), 'utf8')));
  t.deepEqual(found.map(file => file.replaceAll(path.sep, '/')).sort(), Object.keys(writers).sort());
});

test('a direct use of stdout, stderr or console is detected', t => {
  for (const planted of [
    'process.stdout.write(name);',
    'const {stderr} = process.stderr;',
    'pipeline(content, process.stdout, {end: false})',
    'console.log(name)',
    'writeSync(1, name)',
  ]) {
    t.true(writes(planted), planted);
  }
  t.false(writes('if (process.stdout.isTTY) { print(name); }'));
});
