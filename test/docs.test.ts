import {execFile, spawn} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {promisify} from 'node:util';
import test from 'ava';
import {startCli, watch} from './support/cli.js';
import {blocksOf, root} from './support/pages.js';
import {withTermTables} from './support/term-tables.js';

const run = promisify(execFile);

const blocks = blocksOf('README.md');

/** The pages that show calls, and how many each shows. */
const pages = {'README.md': 8, 'docs/search.md': 2, 'docs/testing.md': 4, 'docs/walk.md': 14};

for (const [page, calls] of Object.entries(pages)) {
  test(`each call answers as the page says: ${page}`, async t => {
    const {url} = await startCli(t, ['--now', '2026-01-01T00:00:00Z'], 'default');
    const shown = blocksOf(page);
    let compared = 0;
    for (const [index, {language, run: how, text}] of shown.entries()) {
      if (language === 'sh' && how === undefined && text.startsWith('curl')) {
        const {stdout} = await run('sh', ['-c', text.replaceAll('http://127.0.0.1:4080', url)]);
        const expected = shown[index + 1];
        t.is(expected?.language, 'json', 'each call shows its answer');
        const answer = stdout.trim().replaceAll(url, 'http://127.0.0.1:4080');
        const start = expected!.text.replace(/…$/, '');
        t.is(expected!.text.endsWith('…') ? answer.slice(0, start.length) : answer, start);
        compared += 1;
      }
    }
    t.is(compared, calls);
  });
}

test('the tables of terms are those of the searches: npm run docs writes them', t => {
  const page = readFileSync(`${root}docs/search.md`, 'utf8');
  t.is(page, withTermTables(page));
  t.is(page.match(/^\| `/gm)!.length, 23 + 9 + 18 + 9 + 1);
});

test('the command that the README starts it with prints the line it shows', async t => {
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

test('a command that ends before it is ready is told with all that it wrote', async t => {
  const child = spawn('sh', ['-c', 'echo npm error code E404 >&2; exit 1'], {stdio: ['ignore', 'pipe', 'pipe']});
  await t.throwsAsync(watch(child).waitFor(/ready/), {message: 'ended without /ready/: npm error code E404\n'});
});

test('the code that the README shows runs', async t => {
  const code = blocks.filter(({language}) => language === 'js');
  t.is(code.length, 1);
  for (const {text} of code) {
    await run(process.execPath, ['--input-type=module', '--eval', text], {cwd: root});
  }
  t.pass();
});

test('every option of start stands in the README, and no other', async t => {
  const {stdout} = await run(process.execPath, ['bin/crm-sandbox.js', 'start', '--help'], {cwd: root});
  const offered = Array.from(stdout.matchAll(/^ {2,6}(?:-[a-gi-uw-z], )?--([\w-]+) /gm), ([, name]) => name);
  const told = Array.from(readFileSync(`${root}README.md`, 'utf8').matchAll(/^\| `--([\w-]+)` \| (?:`(\w+)` )?\|/gm));
  t.deepEqual(
    told.map(([, name]) => name),
    offered,
  );
  t.deepEqual(
    told.map(([, , variable]) => variable),
    offered.map(name => (name === 'key' ? undefined : `CRM_SANDBOX_${name!.replaceAll('-', '_').toUpperCase()}`)),
  );
});
