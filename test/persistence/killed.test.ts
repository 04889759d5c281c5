import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {readdir, stat} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {Account} from '../../src/accounts/account.js';
import type {AccountState} from '../../src/accounts/account-state.js';
import type {AccountsData} from '../../src/accounts/change-log.js';
import {schema} from '../../src/resources/index.js';
import {bundleInto} from '../support/bundled.js';
import {effort} from '../support/effort.js';
import {common, contentsOfAll, inMemory, takeAccountStep} from './account-steps.js';
import {stateOf} from './states.js';
import {chance, takeStep} from './steps.js';
import {load, open, store, temporaryFolder, textOf} from './support.js';

const folder = mkdtempSync(path.join(tmpdir(), 'killed-'));

const [writer, accountsWriter] = [path.join(folder, 'writer.mjs'), path.join(folder, 'accounts-writer.mjs')];

test.before(() =>
  bundleInto(
    folder,
    ['writer.js', 'accounts-writer.js'].map(name => new URL(name, import.meta.url)),
  ),
);

test.after.always(() => rmSync(folder, {recursive: true}));

const rounds = effort(6, 100);

/** A process that writes; it is killed when the test ends, if not before. */
function run(t: ExecutionContext, command: string, words: readonly string[]) {
  const child = spawn(command, words, {stdio: ['ignore', 'pipe', 'pipe']});
  const output = {text: '', errors: ''};
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.text += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.errors += text;
  });
  t.teardown(() => child.kill('SIGKILL'));
  const ended = once(child, 'close');
  /** Resolves once it has said more lines than this, or is gone. */
  const said = async (lines: number) => {
    while (output.text.split('\n').length <= lines + 1 && child.exitCode === null) {
      await Promise.race([once(child.stdout, 'data'), ended]);
    }
  };
  return {child, output, said, ended};
}

/** The steps that the process was done with, as it said. */
const stepsDone = (text: string) => Array.from(text.matchAll(/^done (\d+)\n/gm), ([, step]) => Number(step));

/** An account in which these steps were taken. */
async function replayed(state: AccountState, steps: readonly number[]): Promise<Account> {
  const account = new Account('default', schema, state);
  for (const step of steps) {
    await takeStep(account, step);
  }
  return account;
}

test('a process is killed at any moment: what it said is done is there, and no half of what it did not', async t => {
  t.timeout(60_000 + rounds * 5000); // `npm run soak` kills far more often
  const file = path.join(await temporaryFolder(t), 'data.json');
  let state = stateOf(8);
  await store(file, state);
  let total = 0;
  for (let round = 0; round < rounds; round++) {
    const first = round * 10_000 + 1;
    const {child, output, said, ended} = run(t, process.execPath, [writer, file, String(first), String(first + 9_998)]);
    const [kind = 0, lines = 0, delay = 0] = chance(-round - 1);
    if (kind < 200) {
      await said(lines / 2);
    }
    await sleep(delay / 8);
    child.kill('SIGKILL');
    await ended;
    t.is(output.errors, '');
    const done = stepsDone(output.text);
    total += done.length;
    const after = await load(file);
    const account = await replayed(state, done);
    if (textOf(account.state) !== textOf(after)) {
      await takeStep(account, first + done.length);
      t.is(textOf(account.state), textOf(after), `round ${round}: all that was done, and at most the next besides`);
    }
    state = after;
    const left = (await readdir(path.dirname(file))).filter(name => !/^data\.json(\.log)?$/.test(name));
    t.deepEqual(left, [], 'opening it once clears away what was left');
  }
  t.true(total > rounds * 5, `${total} steps were done`);
});

test('several accounts are killed at any moment: what was said to be done is there, of each of them', async t => {
  t.timeout(60_000 + rounds * 8000);
  const file = path.join(await temporaryFolder(t), 'data.json');
  let data: AccountsData = {baseline: common, current: common};
  let total = 0;
  for (let round = 0; round < rounds; round++) {
    const first = round * 10_000 + 1;
    const words = [accountsWriter, file, String(first), String(first + 9_998)];
    const {child, output, said, ended} = run(t, process.execPath, words);
    const [kind = 0, lines = 0, delay = 0] = chance(-round - 1);
    if (kind < 220) {
      await said(lines);
    }
    await sleep(delay / 8);
    child.kill('SIGKILL');
    await ended;
    t.is(output.errors, '');
    const done = stepsDone(output.text);
    total += done.length;
    const expected = await inMemory(data);
    for (const step of done) {
      await takeAccountStep(expected, step);
    }
    const dataFile = open(file, {baseline: common});
    const found = await dataFile.read();
    dataFile.close();
    if (found === null) {
      t.deepEqual([round, done], [0, []], 'there is a file from the first start on');
      continue;
    }
    data = found;
    const after = contentsOfAll(await inMemory(data));
    if (contentsOfAll(expected) !== after) {
      await takeAccountStep(expected, first + done.length);
      t.true(contentsOfAll(expected) === after, `round ${round}: all that was done, and at most the next besides`);
    }
  }
  t.true(total > rounds * 10, `${total} steps were done`);
});

const onUnix = process.platform === 'win32' ? test.skip : test;

onUnix('a disk fills up: what is refused leaves nothing, and what still fits is kept', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json');
  const state = stateOf(8);
  await store(file, state);
  // No file can grow beyond the limit: a line that would is written in part, as on a full disk.
  const blocks = Math.ceil((await stat(file)).size / 512) + 20;
  const limited = `ulimit -f ${blocks} && exec "$0" "$@"`;
  const {output, ended} = run(t, 'sh', ['-c', limited, process.execPath, writer, file, '1', '800']);
  await ended;
  t.is(output.errors, '');
  t.regex(
    output.text,
    /^refused \d+: Nothing was changed, because the change cannot be written to the data file: .* \(EFBIG\)$/m,
  );
  t.regex(output.text, /^refused .*\ndone/m, 'what was written of the line is taken away, and a shorter one fits');
  t.regex(output.text, /^not written: EFBIG[\s\S]*^done/m, 'a file that can not be replaced goes on with its log');
  t.is(textOf(await load(file)), textOf((await replayed(state, stepsDone(output.text))).state));
  t.deepEqual((await readdir(path.dirname(file))).sort(), ['data.json', 'data.json.log']);
});
