import {execFile, spawn} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {promisify} from 'node:util';
import test from 'ava';
import {startSandbox} from '../src/index.js';
import {limits} from '../src/limits.js';
import {watch, withoutNpx} from './support/cli.js';
import {withCommandTable} from './support/commands-page.js';
import {withLimitTable} from './support/limits-page.js';
import {startHere} from './support/options-here.js';
import {startOptionsText, withOptionTables} from './support/options-page.js';
import {asFarAsShown, blocksOf, commandsOf, root} from './support/pages.js';
import {withTermTables} from './support/term-tables.js';

const run = promisify(execFile);

/** Pages with calls, and the number of calls in each. */
const pages = {
  'docs/start/tour.md': 8,
  'docs/test/requests.md': 12,
  'docs/reference/admin-api.md': 1,
  'docs/reference/search.md': 2,
  'docs/test/faults.md': 4,
  'docs/test/states.md': 7,
  'docs/test/time.md': 1,
  'docs/reference/errors.md': 2,
  'docs/test/verify.md': 3,
  'docs/start/walk.md': 14,
};

for (const [page, calls] of Object.entries(pages)) {
  test(`each call returns the response that the page shows: ${page}`, async t => {
    const {url} = await startHere(t, ['--now', '2026-01-01T00:00:00Z'], 'default');
    const shown = blocksOf(page);
    let compared = 0;
    for (const [index, {language, run: how, text}] of shown.entries()) {
      if (language === 'sh' && how === undefined && text.startsWith('curl')) {
        const {stdout} = await run('sh', ['-c', text.replaceAll('http://127.0.0.1:4080', url)]);
        const expected = shown[index + 1];
        t.is(expected?.language, 'json', 'each call must be followed by its response');
        const response = stdout.trim().replaceAll(url, 'http://127.0.0.1:4080');
        t.is(asFarAsShown(expected!.text, response), expected!.text);
        compared += 1;
      }
    }
    t.is(compared, calls);
  });
}

test('the tables of search terms are up to date (run npm run docs)', t => {
  const page = readFileSync(`${root}docs/reference/search.md`, 'utf8');
  t.is(page, withTermTables(page));
  t.is(page.match(/^\| `/gm)!.length, 23 + 9 + 18 + 9 + 1);
});

test('the commands of the README print the output it shows', async t => {
  const [shown] = blocksOf('README.md').filter(({language}) => language === 'console');
  const commands = commandsOf(shown!.text);
  const variables = Object.entries(process.env).filter(([name]) => !/^(?:CRM_SANDBOX|GITHUB)_/.test(name));
  const env: Record<string, string | undefined> = {...Object.fromEntries(variables), CRM_SANDBOX_PORT: '0'};
  t.teardown(
    () => env.CRM_SANDBOX_URL && run('sh', ['-c', withoutNpx('npx crm-sandbox stop')], {env}).catch(() => undefined),
  );
  const defaultUrl = 'http://127.0.0.1:4080';
  for (const {command, answer} of commands) {
    const line = withoutNpx(command).replaceAll(defaultUrl, env.CRM_SANDBOX_URL ?? defaultUrl);
    const {stdout} = await run('sh', ['-c', line], {env});
    env.CRM_SANDBOX_URL ??= /http:\S+/.exec(stdout)?.[0];
    t.is(asFarAsShown(answer, stdout.trim().replaceAll(env.CRM_SANDBOX_URL!, defaultUrl)), answer, command);
  }
  t.is(commands.length, 5);
});

test('the start command of the tour prints the line it shows', async t => {
  const blocks = blocksOf('docs/start/tour.md');
  const index = blocks.findIndex(({text}) => text.startsWith('npx crm-sandbox start'));
  const child = spawn('sh', ['-c', `exec ${blocks[index]!.text}`], {
    cwd: root,
    env: {...process.env, CRM_SANDBOX_PORT: '0'},
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => child.exitCode ?? process.kill(-child.pid!, 'SIGKILL'));
  const {output, waitFor} = watch(child);
  await waitFor(/ready at .*\n/);
  t.is(output.stdout.trim().replace(/:\d+ /, ':4080 '), blocks[index + 1]!.text);
});

test('waiting for a command that ends early rejects with its output', async t => {
  const child = spawn('sh', ['-c', 'echo npm error code E404 >&2; exit 1'], {stdio: ['ignore', 'pipe', 'pipe']});
  await t.throwsAsync(watch(child).waitFor(/ready/), {message: 'ended without /ready/: npm error code E404\n'});
});

test('the tables of options and the types of the library are up to date (run npm run docs)', t => {
  const page = readFileSync(`${root}docs/reference/options.md`, 'utf8');
  t.is(page, withOptionTables(page));
  t.is(readFileSync(`${root}src/sandbox/start-options.ts`, 'utf8'), startOptionsText());
});

test('the table of limits is up to date (run npm run docs)', t => {
  const page = readFileSync(`${root}docs/reference/limits.md`, 'utf8');
  t.is(page, withLimitTable(page));
  t.is(page.split('<!-- limits -->')[1]!.match(/^\| [a-z]/gm)!.length, 1 + Object.keys(limits).length);
});

test('the table of start options lists exactly the options of --help', async t => {
  const {stdout} = await run(process.execPath, ['bin/crm-sandbox.js', 'start', '--help'], {cwd: root});
  const offered = Array.from(stdout.matchAll(/^ {2,6}(?:-[a-gi-uw-z], )?--([\w-]+) /gm), ([, name]) => name);
  const page = readFileSync(`${root}docs/reference/options.md`, 'utf8').split('<!-- end -->', 1)[0]!;
  const listed = Array.from(page.matchAll(/^\| `--([\w-]+)` \| [^|]+ \| (?:`(\w+)` )?\|/gm));
  t.deepEqual(
    listed.map(([, name]) => name),
    offered,
  );
  t.deepEqual(
    listed.map(([, , variable]) => variable),
    offered.map(name =>
      name === 'key' || name === 'intercept' ? undefined : `CRM_SANDBOX_${name!.replaceAll('-', '_').toUpperCase()}`,
    ),
  );
});

/** The first column of the table below a heading of the options page. */
function tableBelow(heading: string): string[] {
  const page = readFileSync(`${root}docs/reference/options.md`, 'utf8');
  const [, part = ''] = page.split(`\n## ${heading}\n`);
  return Array.from(part.split('\n## ')[0]!.matchAll(/^\| `([^`]+)` \|/gm), ([, cell = '']) => cell);
}

test('the table of JavaScript options lists exactly the options of startSandbox', async t => {
  const error = await t.throwsAsync(startSandbox({nope: 1} as object));
  const [, known = ''] = /the options are (.*)$/.exec(error!.message) ?? [];
  t.deepEqual(tableBelow('In JavaScript').sort(), known.split(', ').sort());
});

test('the table of commands lists exactly the commands of --help', async t => {
  const {stdout} = await run(process.execPath, ['bin/crm-sandbox.js', '--help'], {cwd: root});
  const offered = Array.from(stdout.matchAll(/^ {2}crm-sandbox (\w+) /gm), ([, name = '']) => name);
  const words = tableBelow('Commands').filter(cell => !cell.startsWith('--'));
  t.deepEqual([...new Set(words.map(cell => cell.split(' ', 1)[0]))].sort(), offered.sort());
  t.true(words.includes('snapshot save <name>'), 'the table must list the commands of a group');
  const page = readFileSync(`${root}docs/reference/options.md`, 'utf8');
  t.is(page, withCommandTable(page));
});
