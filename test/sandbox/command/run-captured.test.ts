import {existsSync} from 'node:fs';
import path from 'node:path';
import {setTimeout} from 'node:timers/promises';
import test from 'ava';
import {killed, runCaptured} from '../../../src/sandbox/command/run-captured.js';
import {newFolder} from '../../support/cli.js';

const node = (code: string) => [process.execPath, '-e', code];

const never = new AbortController().signal;

async function exists(file: string): Promise<void> {
  while (!existsSync(file)) {
    await setTimeout(20);
  }
}

test('a command runs with the given environment, and its output is captured', async t => {
  const run = node('console.log(process.env.KEY); console.error("no"); process.exitCode = 3');
  const {code, output} = await runCaptured(run, {...process.env, KEY: 'sbx_one'}, never);
  t.is(code, 3);
  t.true(output.includes('sbx_one\n') && output.includes('no\n'));
});

test('only the end of a long output is kept', async t => {
  const {output} = await runCaptured(node('console.log("x".repeat(1e6)); console.log("the end")'), process.env, never);
  t.true(output.endsWith('the end\n'));
  t.true(output.length <= 16_384);
});

test('an abort ends a command and its child processes, even if they ignore SIGTERM', async t => {
  const up = path.join(await newFolder(t), 'up');
  const grandchild = `
    process.on('SIGTERM', () => {});
    setInterval(() => {}, 1000);
    console.log(process.pid);
    require('node:fs').writeFileSync(${JSON.stringify(up)}, '');`;
  const child = `
    process.on('SIGTERM', () => {});
    require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], {stdio: 'inherit'});
    setInterval(() => {}, 1000);`;
  const controller = new AbortController();
  const running = runCaptured(node(child), process.env, controller.signal);
  await exists(up);
  controller.abort();
  const {code, output} = await running;
  t.is(code, 137);
  // The grandchild was running, and no longer holds the pipe; otherwise the run would not have ended.
  t.true(Number(output.trim()) > 0);
});

test('an unknown command rejects with ENOENT', async t => {
  await t.throwsAsync(runCaptured(['no-such-command'], process.env, never), {code: 'ENOENT'});
});

test('a killed command gets no SIGTERM', async t => {
  const up = path.join(await newFolder(t), 'up');
  const code = `
    process.on('SIGTERM', () => console.log('a last word'));
    setInterval(() => {}, 1000);
    console.log('up');
    require('node:fs').writeFileSync(${JSON.stringify(up)}, '');`;
  const controller = new AbortController();
  const running = runCaptured(node(code), process.env, controller.signal);
  await exists(up);
  controller.abort(killed);
  t.like(await running, {code: 137, output: 'up\n'});
});

test('a command line can be run by a shell', async t => {
  const {code, output} = await runCaptured(['echo one; exit 4'], process.env, never, true);
  t.like({code, output}, {code: 4, output: 'one\n'});
});
