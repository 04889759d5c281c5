import {execFile} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {promisify} from 'node:util';
import test from 'ava';
import {standardKinds} from '../src/faults/fault-kinds.js';
import {readRules} from '../src/faults/rules/read-rules.js';
import {scenarioNames, scenarios} from '../src/faults/scenarios.js';
import {operations} from '../src/resources/index.js';
import {withoutNpx} from './support/cli.js';
import {clients, columnOf, isThere, outcomesOf, shownFaults} from './support/fault-clients.js';
import {faultRuleText, withFaultTable} from './support/fault-docs.js';
import {blocksOf, root} from './support/pages.js';
import {moduleManifest, projectWith} from './support/project.js';
import {startTestSandbox} from './support/sandbox.js';

const run = promisify(execFile);
const blocks = blocksOf('docs/test/faults.md');
const page = readFileSync(`${root}docs/test/faults.md`, 'utf8');
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CRM_SANDBOX_')));

test('the example of a lost response runs', async t => {
  const cwd = await projectWith(t, {...moduleManifest, 'lost.js': blocks.find(({run}) => run === 'lost')!.text});
  await t.notThrowsAsync(run(process.execPath, ['lost.js'], {cwd, env}));
});

test('exec with a fault prints the output of the page', async t => {
  const index = blocks.findIndex(({run}) => run === 'shell');
  const {stdout} = await run('sh', ['-c', withoutNpx(blocks[index]!.text)], {
    cwd: await projectWith(t, moduleManifest),
    env,
  });
  t.is(stdout.trimEnd(), blocks[index + 1]!.text.trimEnd());
});

test('the table of fault kinds and the fault type are up to date (run npm run docs)', t => {
  t.is(page, withFaultTable(page));
  t.is(readFileSync(`${root}src/faults/rules/fault-rule.ts`, 'utf8'), faultRuleText());
});

test('the rules of the page are valid and cover every kind of fault', t => {
  const rows = Array.from(page.matchAll(/^\| (`[a-z\d][^|]*) \| `\{"/gm), ([, words = '']) => words);
  const rules = rows.flatMap(row => Array.from(row.matchAll(/`([^`]+)`/g), ([, kind]) => `*:${kind}`));
  const kinds = new Set(readRules(rules, operations).map(({kind}) => kind));
  t.deepEqual([...kinds].sort(), standardKinds.flatMap(({alias, name}) => (alias ? [] : name)).sort());
  t.notThrows(() => readRules(['createGift#2:lost', '*%20:503', 'updateGift*3:delay=2s'], operations));
});

test('the page lists every scenario with its description', t => {
  const rows = Array.from(page.matchAll(/^\| `([\w-]+)` \| (.*) \|$/gm), ([, name, about]) => [name, about]);
  t.deepEqual(
    rows.filter(([name]) => scenarioNames.includes(name!)),
    Object.entries(scenarios).map(([name, {about}]) => [name, about]),
  );
});

test('the table of clients has a row for each fault', t => {
  t.deepEqual(columnOf('fault'), [...shownFaults]);
});

for (const [name, {needs, send}] of Object.entries(clients)) {
  test(`each fault has the effect on the client that the page lists: ${name}`, async t => {
    if (needs !== undefined && !(await isThere(needs))) {
      t.pass(`${needs} is not installed`);
      return;
    }
    t.deepEqual(await outcomesOf(send, await startTestSandbox(t)), columnOf(name));
  });
}
