import {execFile} from 'node:child_process';
import {mkdir, mkdtemp, readFile, rm, symlink, writeFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {promisify} from 'node:util';
import test from 'ava';
import {blocksOf, root} from '../../dist/test/support/pages.js';

const run = promisify(execFile);
const {resolve} = createRequire(import.meta.url);

const snippets = ['README.md', 'docs/recipes/javascript.md'].flatMap(blocksOf);
const of = (...names) => snippets.filter(({run}) => names.includes(run));

/** The programs that a user starts, by the packages that have them. */
const programs = {
  jest: path.join(path.dirname(resolve('jest/package.json')), 'bin/jest.js'),
  vitest: path.join(path.dirname(resolve('vitest/package.json')), 'vitest.mjs'),
};

/** A user's project: the files that the page shows, and what is installed for them. */
async function project(t, runner, blocks) {
  const folder = await mkdtemp(path.join(tmpdir(), 'crm-sandbox-'));
  t.teardown(() => rm(folder, {recursive: true}));
  await mkdir(path.join(folder, 'node_modules'));
  await symlink(root, path.join(folder, 'node_modules/crm-sandbox'));
  await symlink(path.dirname(resolve(`${runner}/package.json`)), path.join(folder, 'node_modules', runner));
  await writeFile(path.join(folder, 'package.json'), '{"private": true}');
  await Promise.all(blocks.map(({file, text}) => writeFile(path.join(folder, file), text)));
  return folder;
}

/** What the runner tells of each file and test, as both write it in JSON. */
async function results(t, runner, blocks, {change = text => text, before = []} = {}) {
  const changed = blocks.map(({file, text}) => ({file, text: change(text)}));
  const cwd = await project(t, runner, changed);
  const report = path.join(cwd, 'report.json');
  const words = {
    jest: ['--json', `--outputFile=${report}`],
    vitest: ['run', '--reporter=json', `--outputFile=${report}`],
  }[runner];
  const own = Object.entries(process.env).filter(([name]) => !/^CRM_SANDBOX_|^VITEST|^JEST|^AVA|^NODE_ENV$/.test(name));
  const [command, ...others] = [...before, process.execPath, programs[runner], ...words];
  await run(command, others, {cwd, env: Object.fromEntries(own)}).catch(() => undefined);
  const {numPassedTests, numFailedTests, testResults} = JSON.parse(await readFile(report, 'utf8'));
  const messages = testResults.flatMap(({message, assertionResults}) => [
    ...(message ? [message] : []),
    ...assertionResults.flatMap(({failureMessages}) => failureMessages),
  ]);
  return {passed: numPassedTests, failed: numFailedTests, messages};
}

test('the tests of the pages pass under Jest', async t => {
  t.deepEqual(await results(t, 'jest', of('jest')), {passed: 2, failed: 0, messages: []});
});

test('the tests of the pages pass under Vitest', async t => {
  t.is(of('vitest').length, 2);
  t.deepEqual(await results(t, 'vitest', of('vitest')), {passed: 2, failed: 0, messages: []});
});

test('the tests of the pages share one sandbox under exec', async t => {
  const before = [process.execPath, path.join(root, 'bin/crm-sandbox.js'), 'exec', '--profile', 'small', '--'];
  t.deepEqual(await results(t, 'vitest', of('setup', 'worker'), {before}), {passed: 2, failed: 0, messages: []});
});

test('the tests of the pages fail where what they say does not hold', async t => {
  const change = text => text.replace('toBe(422)', 'toBe(200)').replace("'Lovelace, Ada'", "'Ada Lovelace'");
  for (const runner of ['jest', 'vitest']) {
    const {passed, failed, messages} = await results(t, runner, of(runner), {change});
    t.deepEqual([passed, failed], [1, 1], runner);
    t.regex(messages.join(), /Lovelace|422/);
  }
});
