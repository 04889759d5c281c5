import {createHash} from 'node:crypto';
import {existsSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import test, {type ExecutionContext} from 'ava';
import {Account} from '../../src/accounts/account.js';
import {SnapshotError} from '../../src/persistence/snapshot/snapshot-error.js';
import {schema} from '../../src/resources/index.js';
import {noteOn, opened, small} from './opened.js';
import {load, loadAll, open, textOf} from './support.js';

/** Creates a closed file with three changes in its log. Returns also the text of each state. */
async function closed(t: ExecutionContext) {
  const {file, log, folder, dataFile, account} = await opened(t);
  const states = [account.state];
  for (const note of ['one', 'two', 'three']) {
    await noteOn(account, note);
    states.push(account.state);
  }
  dataFile.close();
  return {file, log, folder, texts: states.map(state => textOf(state))};
}

const lines = (log: string) => readFileSync(log, 'utf8').trimEnd().split('\n');
const write = (log: string, changed: readonly string[]) => writeFileSync(log, `${changed.join('\n')}\n`);

const damages: ReadonlyArray<readonly [string, (file: string, log: string) => void, number, RegExp]> = [
  ['a line is missing', (_, log) => write(log, lines(log).toSpliced(2, 1)), 1, /line 3 was changed, or a line before/],
  ['a line is doubled', (_, log) => write(log, lines(log).toSpliced(2, 0, lines(log)[2]!)), 2, /line 4 was changed/],
  [
    'two lines are swapped',
    (_, log) => write(log, lines(log).toSpliced(1, 2, lines(log)[2]!, lines(log)[1]!)),
    0,
    /line 2 was changed/,
  ],
  ['the log is missing', (_, log) => rmSync(log), 0, /it is missing, and changes may have been in it/],
  ['the log is empty', (_, log) => writeFileSync(log, ''), 0, /its first line is missing or damaged/],
  [
    'the checksum is missing',
    file => writeFileSync(file, readFileSync(file, 'utf8').replace(/^ {2},"checksum".*\n/m, '')),
    0,
    /was edited, or lost its checksum, since/,
  ],
];

for (const [title, damage, safe, message] of damages) {
  test(`damage is rejected, and recovery loads the data before it: ${title}`, async t => {
    const {file, log, folder, texts} = await closed(t);
    damage(file, log);
    const [fileBefore, logBefore] = [
      readFileSync(file, 'utf8'),
      existsSync(log) ? readFileSync(log, 'utf8') : undefined,
    ];
    const error = await t.throwsAsync(load(file), {instanceOf: SnapshotError, message});
    const safeData =
      safe === 0 ? 'as the file was last written. ' : `as the file was last written, and ${safe} changes since. `;
    t.true(error.message.includes(safeData), error.message);
    t.is(readFileSync(file, 'utf8'), fileBefore, 'a rejection must not change the file');

    const notices: string[] = [];
    const dataFile = open(file, {recover: true, onNotice: notice => notices.push(notice)});
    const data = await dataFile.read();
    t.is(textOf(data!.current), texts[safe]!);
    await dataFile.write(data!);
    dataFile.close();
    t.is(notices.length, 1);
    t.regex(notices[0]!, message);
    t.is(textOf(await load(file)), texts[safe]!, 'the file must be valid after recovery');
    const aside = readdirSync(folder).filter(name => name.includes('damaged'));
    t.deepEqual(aside, logBefore === undefined ? [] : ['data.json.log.damaged-1']);
    t.is(
      logBefore === undefined ? undefined : readFileSync(`${log}.damaged-1`, 'utf8'),
      logBefore,
      'the damaged log must be kept',
    );
  });
}

test('a log without its file is rejected, and recovery sets it aside', async t => {
  const {file, log, folder} = await closed(t);
  rmSync(file);
  await t.throwsAsync(load(file), {message: /it holds changes \(3 that are sound\), and the data file .* is missing/});
  const dataFile = open(file, {recover: true});
  t.is(await dataFile.read(), null);
  dataFile.close();
  t.deepEqual(readdirSync(folder), ['data.json.log.damaged-1']);
  t.false(existsSync(log));
});

test('recovery leaves a valid log unchanged', async t => {
  const {file, texts, folder} = await closed(t);
  t.is(textOf(await load(file, {recover: true})), texts[3]!);
  t.deepEqual(readdirSync(folder).sort(), ['data.json', 'data.json.log']);
});

/** Returns a line of the first format, in which the log was called a journal. */
const oldLine = (json: string) => `${createHash('sha256').update(json).digest('hex').slice(0, 16)} ${json}\n`;

async function createOldFiles(t: ExecutionContext) {
  const {file, log, folder, dataFile} = await opened(t);
  dataFile.close();
  rmSync(log);
  const account = new Account('default', schema, small);
  const text = textOf(small);
  const base = /"checksum": "(sha256:\w+)"/.exec(text)![1];
  await noteOn(account, 'old');
  const gift = JSON.stringify(account.state.records.collections.get('gifts').values().next().value);
  writeFileSync(file, text);
  const head = JSON.stringify({format: 'crm-sandbox journal', format_version: 1, base});
  writeFileSync(
    `${file}.journal`,
    oldLine(head) +
      oldLine(`{"rows":{"gifts":[${gift}]},"clock":{"mode":"frozen","now":"2026-01-01T00:00:01Z","tick":1000}}`),
  );
  return {file, log, folder, expected: textOf(account.state)};
}

test('a file and a log of the first format are loaded, and written in the current format', async t => {
  const {file, log, folder, expected} = await createOldFiles(t);
  t.is(textOf(await load(file)), expected);
  const dataFile = open(file);
  const data = await dataFile.read();
  await dataFile.write(data!);
  dataFile.close();
  t.is(textOf(await load(file)), expected);
  t.deepEqual(readdirSync(folder).sort(), ['data.json', 'data.json.log']);
  t.true(existsSync(log));
  t.deepEqual([...(await loadAll(file)).keys()], ['default']);
});
