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

/** Starts a writer, which is killed when the test ends. */
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
  /** Resolves when the process has printed more than this number of lines, or has ended. */
  const printed = async (lines: number) => {
    while (output.text.split('\n').length <= lines + 1 && child.exitCode === null) {
      await Promise.race([once(child.stdout, 'data'), ended]);
    }
  };
  return {child, output, printed, ended};
}

/** Returns the steps that the process reported as done. */
const stepsDone = (text: string) => Array.from(text.matchAll(/^done (\d+)\n/gm), ([, step]) => Number(step));

/** Returns an account after these steps. */
async function replayed(state: AccountState, steps: readonly number[]): Promise<Account> {
  const account = new Account('default', schema, state);
  for (const step of steps) {
    await takeStep(account, step);
  }
  return account;
}

test('a process killed at any moment loses no acknowledged step and leaves no partial step', async t => {
  t.timeout(60_000 + rounds * 5000); // `npm run soak` runs many more rounds
  const file = path.join(await temporaryFolder(t), 'data.json');
  let state = stateOf(8);
  await store(file, state);
  let total = 0;
  for (let round = 0; round < rounds; round++) {
    const first = round * 10_000 + 1;
    const {child, output, printed, ended} = run(t, process.execPath, [
      writer,
      file,
      String(first),
      String(first + 9_998),
    ]);
    const [kind = 0, lines = 0, delay = 0] = chance(-round - 1);
    if (kind < 200) {
      await printed(lines / 2);
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
      t.is(
        textOf(account.state),
        textOf(after),
        `round ${round}: the state must contain all acknowledged steps, and at most one more`,
      );
    }
    state = after;
    const leftovers = (await readdir(path.dirname(file))).filter(name => !/^data\.json(\.log)?$/.test(name));
    t.deepEqual(leftovers, [], 'opening the file must remove leftover files');
  }
  t.true(total > rounds * 5, `${total} steps were done`);
});

test('a process with several accounts killed at any moment loses no acknowledged step of any', async t => {
  t.timeout(60_000 + rounds * 8000);
  const file = path.join(await temporaryFolder(t), 'data.json');
  let data: AccountsData = {baseline: common, current: common};
  let total = 0;
  for (let round = 0; round < rounds; round++) {
    const first = round * 10_000 + 1;
    const words = [accountsWriter, file, String(first), String(first + 9_998)];
    const {child, output, printed, ended} = run(t, process.execPath, words);
    const [kind = 0, lines = 0, delay = 0] = chance(-round - 1);
    if (kind < 220) {
      await printed(lines);
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
    const stored = await dataFile.read();
    dataFile.close();
    if (stored === null) {
      t.deepEqual([round, done], [0, []], 'the file may be missing only in the first round, before any step');
      continue;
    }
    data = stored;
    const after = contentsOfAll(await inMemory(data));
    if (contentsOfAll(expected) !== after) {
      await takeAccountStep(expected, first + done.length);
      t.true(
        contentsOfAll(expected) === after,
        `round ${round}: the state must contain all acknowledged steps, and at most one more`,
      );
    }
  }
  t.true(total > rounds * 10, `${total} steps were done`);
});

const onUnix = process.platform === 'win32' ? test.skip : test;

onUnix('on a full disk rejected changes leave no trace, and changes that fit are stored', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json');
  const state = stateOf(8);
  await store(file, state);
  // Files cannot grow beyond the limit. A line that exceeds it is written in part, as on a full disk.
  const blocks = Math.ceil((await stat(file)).size / 512) + 20;
  const limited = `ulimit -f ${blocks} && exec "$0" "$@"`;
  const {output, ended} = run(t, 'sh', ['-c', limited, process.execPath, writer, file, '1', '800']);
  await ended;
  t.is(output.errors, '');
  t.regex(
    output.text,
    /^refused \d+: Nothing was changed, because the change cannot be written to the data file: .* \(EFBIG\)$/m,
  );
  t.regex(output.text, /^refused .*\ndone/m, 'a partial line must be removed, so that a shorter one fits');
  t.regex(output.text, /^not written: EFBIG[\s\S]*^done/m, 'the log must be used if the file cannot be replaced');
  t.is(textOf(await load(file)), textOf((await replayed(state, stepsDone(output.text))).state));
  t.deepEqual((await readdir(path.dirname(file))).sort(), ['data.json', 'data.json.log']);
});
