import {createHash} from 'node:crypto';
import {existsSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import {LogFile, readLog} from '../../src/persistence/log/log-file.js';
import {SnapshotError} from '../../src/persistence/snapshot/snapshot-error.js';
import {effort} from '../support/effort.js';
import {temporaryFolder} from './support.js';

const base = 'sha256:abc';

function started(file: string): LogFile {
  const text = LogFile.text(base);
  const {value: head} = text.next();
  writeFileSync(file, head);
  return new LogFile(file, text.next().value);
}

const jsonIn = (file: string) => readLog(file)!.entries.map(({json}) => json);

test('lines round-trip, also after the log was closed and continued', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json.log');
  const log = started(file);
  log.append('{"a":1}');
  log.append('{"b":"ü\\n"}');
  t.is(log.length, statSync(file).size);
  log.close();
  t.is(readLog(file)!.entries.at(-1)!.end, log.end);
  const next = new LogFile(file, log.end);
  next.append('{}');
  next.close();
  const {damage, base: read} = readLog(file)!;
  t.deepEqual([damage, read], [undefined, base]);
  t.deepEqual(jsonIn(file), ['{"a":1}', '{"b":"ü\\n"}', '{}']);
  t.regex(readFileSync(file, 'utf8').split('\n')[1]!, /^[0-9a-f]{16} \{"a":1\}$/);
});

test('a new log can start with existing lines', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json.log');
  writeFileSync(file, [...LogFile.text(base, ['{"a":1}', '{"b":2}'])].join(''));
  t.deepEqual(jsonIn(file), ['{"a":1}', '{"b":2}']);
});

test('a missing log is undefined, and a log without its first line is damaged', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json.log');
  t.is(readLog(file), undefined);
  for (const left of ['', '0123456789abcdef {"base"', 'my shopping list\n']) {
    writeFileSync(file, left);
    t.is(readLog(file)!.damage, 'its first line is missing or damaged');
  }
});

test('a log of a newer format version is rejected', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json.log');
  const json = JSON.stringify({format: 'crm-sandbox change log', format_version: 3, base});
  writeFileSync(file, `${createHash('sha256').update(json).digest('hex').slice(0, 16)} ${json}\n`);
  t.throws(() => readLog(file), {instanceOf: SnapshotError, message: /newer crm-sandbox/});
});

const six = Array.from({length: 6}, (_, index) => JSON.stringify({line: index, text: 'ab*J\u000b'.repeat(index)}));

function ofSix(file: string): Buffer {
  const log = started(file);
  for (const line of six) {
    log.append(line);
  }
  log.close();
  return readFileSync(file);
}

test('a truncated log yields its complete lines and no damage', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json.log');
  const whole = ofSix(file);
  const first = whole.indexOf('\n') + 1;
  for (let length = first; length <= whole.length; length++) {
    writeFileSync(file, whole.subarray(0, length));
    const complete = whole.subarray(0, length).toString('latin1').split('\n').length - 1;
    t.deepEqual(jsonIn(file), six.slice(0, complete - 1));
    t.is(readLog(file)!.damage, undefined);
  }
});

test('a flipped bit is reported as damage, and the lines before it are read', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json.log');
  const whole = ofSix(file);
  fc.assert(
    fc.property(fc.nat(whole.length - 2), fc.nat(7), (place, bit) => {
      const flipped = Buffer.from(whole);
      flipped[place]! ^= 1 << bit;
      writeFileSync(file, flipped);
      const line = whole.subarray(0, place).toString('latin1').split('\n').length - 1;
      const {damage, entries} = readLog(file)!;
      t.regex(damage ?? '', line === 0 ? /^its first line/ : new RegExp(`^line ${line + 1} was changed`));
      t.deepEqual(
        entries.map(({json}) => json),
        six.slice(0, Math.max(0, line - 1)),
      );
    }),
    {numRuns: effort(200, 8000)},
  );
});

const wholeLines: ReadonlyArray<readonly [string, (lines: string[]) => void, number]> = [
  ['a missing line', lines => lines.splice(3, 1), 2],
  ['a missing first entry', lines => lines.splice(1, 1), 0],
  ['a duplicate line', lines => lines.splice(3, 0, lines[3]!), 3],
  ['two swapped lines', lines => lines.splice(3, 2, lines[4]!, lines[3]!), 2],
  ['the last line moved to the front', lines => lines.splice(1, 0, lines.pop()!), 0],
];

for (const [title, change, safe] of wholeLines) {
  test(`missing, duplicate or moved lines are reported as damage: ${title}`, async t => {
    const file = path.join(await temporaryFolder(t), 'data.json.log');
    const lines = ofSix(file).toString().trimEnd().split('\n');
    change(lines);
    writeFileSync(file, `${lines.join('\n')}\n`);
    t.deepEqual(jsonIn(file), six.slice(0, safe));
    t.is(readLog(file)!.damage, `line ${safe + 2} was changed, or a line before it is missing, doubled or moved`);
  });
}

test('isThere becomes false when the log is replaced or removed', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json.log');
  const log = started(file);
  t.true(log.isThere);
  writeFileSync(`${file}.2`, '');
  const {rename, rm} = await import('node:fs/promises');
  await rename(`${file}.2`, file);
  t.false(log.isThere);
  await rm(file);
  t.false(log.isThere);
  log.close();
});

const onFullDisk = existsSync('/dev/full') ? test : test.skip;

onFullDisk('append() throws on a full disk, and again on the next call', t => {
  const log = new LogFile('/dev/full', '');
  t.throws(() => log.append('{}'), {code: 'ENOSPC'});
  // A device can't be truncated, so the torn line remains, and nothing may be appended to it.
  t.throws(() => log.append('{}'), {code: 'EINVAL'});
  t.is(log.length, 0);
  log.close();
});
