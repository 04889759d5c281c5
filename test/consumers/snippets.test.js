import {readFile} from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import {asFarAsShown, blocksOf, commandsOf} from '../../dist/test/support/pages.js';
import {startTestSandbox} from '../../dist/test/support/sandbox.js';
import {consumerPackages, packedFor, projectWith} from './installed-package.js';

const tarball = packedFor(test);

const snippets = ['README.md', 'docs/recipes/jest.md', 'docs/recipes/vitest.md', 'docs/recipes/migrating.md'].flatMap(
  blocksOf,
);
const of = (...names) => snippets.filter(({run}) => names.includes(run));

/** Unsets variables of a sandbox or a test runner around the tests. */
const unset = Object.fromEntries(
  Object.keys(process.env)
    .filter(name => /^(?:CRM_SANDBOX_|VITEST|JEST|NODE_ENV$)/.test(name))
    .map(name => [name, undefined]),
);

const runners = {
  jest: report => [path.join(consumerPackages, 'jest/bin/jest.js'), '--json', `--outputFile=${report}`],
  vitest: report => [
    path.join(consumerPackages, 'vitest/vitest.mjs'),
    'run',
    '--reporter=json',
    `--outputFile=${report}`,
  ],
};

/** Runs the blocks as test files. @returns the results in the JSON report of the runner */
async function results(t, runner, blocks, {change = text => text, before = [], env = {}} = {}) {
  const project = await projectWith(t, tarball(), ['vitest', 'jest-environment-node', 'msw']);
  await project.write('package.json', '{"private": true}');
  await Promise.all(blocks.map(({file, text}) => project.write(file, change(text))));
  const report = path.join(project.folder, 'report.json');
  const [command, ...words] = [...before, process.execPath, ...runners[runner](report)];
  const output = await project.run(command, words, {...unset, ...env}).catch(({message}) => message);
  const text = await readFile(report, 'utf8').catch(() => t.fail(output));
  const {numPassedTests, numFailedTests, testResults} = JSON.parse(text);
  const messages = testResults.flatMap(({message, assertionResults}) => [
    ...(message ? [message] : []),
    ...assertionResults.flatMap(({failureMessages}) => failureMessages),
  ]);
  const marks = await readFile(path.join(project.folder, 'marks.json'), 'utf8').catch(() => '[]');
  return {passed: numPassedTests, failed: numFailedTests, messages, marks: JSON.parse(marks)};
}

/** Adds two concurrent tests to a test file, and writes the marks of all requests to a file. */
const withMarks = text =>
  text
    .replace(
      'afterAll(() => sandbox.close());',
      `const fetchFunds = () =>
  fetch(sandbox.url + '/api/v1/funds', {headers: {authorization: 'Bearer ' + sandbox.key}}).then(() => new Promise(next => setTimeout(next, 200)));
describe('at once', () => {
  for (const name of ['one', 'two']) {
    test.concurrent(name, async () => {
      await new Promise(next => setTimeout(next, 200));
      await fetchFunds();
    });
  }
});
afterAll(async () => {
  const marks = (await sandbox.requests()).map(({mark, unassigned}) => mark ?? unassigned?.marks.sort() ?? null);
  process.getBuiltinModule('node:fs').writeFileSync('marks.json', JSON.stringify(marks));
  await sandbox.close();
});`,
    )
    .replace('expect, test}', 'describe, expect, test}');

const atOnce = ['at once > one', 'at once > two'];

test('the tests of the pages pass in Jest', async t => {
  t.like(await results(t, 'jest', of('jest')), {passed: 2, failed: 0, messages: []});
});

test('the tests of the pages pass in Vitest', async t => {
  t.is(of('vitest').length, 2);
  t.like(await results(t, 'vitest', of('vitest')), {passed: 2, failed: 0, messages: []});
});

test('the tests without a port pass in Jest and Vitest', async t => {
  const expected = {passed: 2, failed: 0, messages: []};
  t.like(await results(t, 'jest', of('fetch')), expected);
  const imports = `import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import {startSandbox} from 'crm-sandbox';`;
  const change = text => text.replace(/^const \{startSandbox\} = require.*$/m, imports);
  t.like(await results(t, 'vitest', of('fetch'), {change}), expected);
});

test('the tests with MSW pass in Vitest, and fail without the handlers', async t => {
  t.like(await results(t, 'vitest', of('msw')), {passed: 3, failed: 0, messages: []});
  const change = text => text.replace("...handlers(sandbox, 'https://api.example.com')", '');
  t.like(await results(t, 'vitest', of('msw'), {change}), {passed: 0, failed: 3});
});

test('the tests of the pages share one sandbox under exec', async t => {
  const before = ['npx', 'crm-sandbox', 'exec', '--profile', 'small', '--'];
  t.like(await results(t, 'vitest', of('setup', 'worker'), {before}), {passed: 2, failed: 0, messages: []});
});

test('Jest marks the requests of each test, and requests of concurrent tests are unassigned', async t => {
  const {passed, marks} = await results(t, 'jest', of('jest'), {change: withMarks});
  t.is(passed, 4);
  const titles = ['a gift type can be given by its name', 'a wrong amount is refused, and nothing is written'];
  t.deepEqual(marks.toSorted(), [...titles.flatMap(title => [title, title]), atOnce, atOnce].toSorted());
});

test('Vitest marks the requests of each test, and requests of concurrent tests are unassigned', async t => {
  const blocks = of('vitest').filter(({file}) => file === 'search.test.js');
  const {passed, marks} = await results(t, 'vitest', blocks, {change: withMarks});
  t.is(passed, 3);
  t.deepEqual(marks.toSorted(), [atOnce, atOnce, 'a search does not mind accents'].toSorted());
});

test('an external sandbox has the requests of each test in the account of its worker', async t => {
  const sandbox = await startTestSandbox(t);
  const {passed} = await results(t, 'vitest', of('setup', 'worker'), {env: {CRM_SANDBOX_URL: sandbox.url}});
  t.is(passed, 2);
  const {accounts} = (await sandbox.get('/_sandbox/accounts')).body;
  const requests = await Promise.all(accounts.map(({name}) => sandbox.account(name).requests()));
  const titles = ['Choir', 'Chess'].map(name => `there is one group more: ${name}`);
  t.deepEqual(
    requests.flat().map(({mark}) => mark),
    titles.flatMap(title => [title, title, title]),
  );
});

test('the tests of the pages fail with wrong expectations', async t => {
  const change = text => text.replace('toBe(422)', 'toBe(200)').replace("'Lovelace, Ada'", "'Ada Lovelace'");
  for (const runner of ['jest', 'vitest']) {
    const {passed, failed, messages} = await results(t, runner, of(runner), {change});
    t.deepEqual([passed, failed], [1, 1], runner);
    t.regex(messages.join(), /Lovelace|422/);
  }
});

test('the commands of the README print the output it shows with an installed package', async t => {
  const project = await projectWith(t, tarball());
  const defaultUrl = 'http://127.0.0.1:4080';
  const env = {...unset, CRM_SANDBOX_PORT: '0'};
  t.teardown(() => env.CRM_SANDBOX_URL && project.run('npx', ['crm-sandbox', 'stop'], env).catch(() => undefined));
  const [shown] = blocksOf('README.md').filter(({language}) => language === 'console');
  for (const {command, answer} of commandsOf(shown.text)) {
    const line = command.replaceAll(defaultUrl, env.CRM_SANDBOX_URL ?? defaultUrl);
    const output = await project.run('sh', ['-c', `${line} 2>error.log`], env);
    env.CRM_SANDBOX_URL ??= /http:\S+/.exec(output)?.[0];
    t.is(asFarAsShown(answer, output.trim().replaceAll(env.CRM_SANDBOX_URL, defaultUrl)), answer, command);
  }
});
