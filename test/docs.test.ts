import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import test from 'ava';
import {startCli} from './support/cli.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

interface Block {
  readonly language: string;
  readonly text: string;
}

function blocksOf(file: string): Block[] {
  const text = readFileSync(`${root}${file}`, 'utf8');
  return Array.from(text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm), ([, language = '', text = '']) => ({
    language,
    text: text.trim(),
  }));
}

const blocks = blocksOf('README.md');

test('the tour answers as the README says', async t => {
  const {url} = await startCli(t, ['--now', '2026-01-01T00:00:00Z'], 'default');
  let compared = 0;
  for (const [index, {language, text}] of blocks.entries()) {
    const expected = blocks[index + 1];
    if (language === 'sh' && text.startsWith('curl')) {
      const {stdout} = await run('sh', ['-c', text.replaceAll('http://127.0.0.1:4080', url)]);
      t.is(expected?.language, 'json', 'each call shows its answer');
      const answer = stdout.trim().replaceAll(url, 'http://127.0.0.1:4080');
      const shown = expected!.text;
      t.is(shown.endsWith('…') ? `${answer.slice(0, shown.length - 1)}…` : answer, shown);
      compared += 1;
    }
  }
  t.is(compared, 7);
});

test('the command that the README starts it with prints the line it shows', async t => {
  const index = blocks.findIndex(({text}) => text.startsWith('npx crm-sandbox start'));
  const child = spawn('sh', ['-c', `exec ${blocks[index]!.text}`], {
    cwd: root,
    env: {...process.env, CRM_SANDBOX_PORT: '0'},
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.teardown(() => process.kill(-child.pid!, 'SIGKILL'));
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  t.is(line.trim().replace(/:\d+ /, ':4080 '), blocks[index + 1]!.text);
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
  const offered = Array.from(stdout.matchAll(/^ {6}--([\w-]+) /gm), ([, name]) => name);
  const told = Array.from(readFileSync(`${root}README.md`, 'utf8').matchAll(/^\| `--([\w-]+)` \| `(\w+)`/gm));
  t.deepEqual(
    told.map(([, name]) => name),
    offered,
  );
  t.deepEqual(
    told.map(([, , variable]) => variable),
    offered.map(name => `CRM_SANDBOX_${name!.replaceAll('-', '_').toUpperCase()}`),
  );
});
