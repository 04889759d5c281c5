import test from 'ava';
import fc from 'fast-check';
import {Account} from '../../src/accounts/account.js';
import type {Clock} from '../../src/accounts/clock.js';
import {SnapshotError} from '../../src/persistence/snapshot/snapshot-error.js';
import {readSnapshot, snapshotText} from '../../src/persistence/snapshot/snapshot-format.js';
import {DataTooLargeError, orRefuse} from '../../src/persistence/storage-error.js';
import {schema} from '../../src/resources/index.js';
import {effort} from '../support/effort.js';
import {stateOf} from './states.js';
import {takeStep} from './steps.js';
import {contentsOf, textOf, withoutChecksum} from './support.js';

const small = stateOf(8);
const text = textOf(small);
const bytes = Buffer.from(text);

/** Returns the message of the error for a text. */
async function refusal(changed: string | Buffer): Promise<string> {
  try {
    await readSnapshot(changed, schema);
  } catch (error) {
    if (error instanceof SnapshotError) {
      return error.message;
    }
    throw error;
  }
  return 'it was read';
}

test('a snapshot is one JSON document with ordered fields, one row per line, and a final checksum', t => {
  const document = JSON.parse(text);
  const fields = ['format', 'format_version', 'sandbox_version', 'seed', 'clock', 'next_ids', 'records', 'checksum'];
  t.deepEqual(Object.keys(document), fields);
  t.deepEqual(Object.keys(document.next_ids), [...small.records.nextIds.keys()]);
  t.deepEqual(Object.keys(document.records), [...small.records.collections.keys()]);
  t.deepEqual(document.clock, {mode: 'frozen', now: '2026-01-01T00:00:00Z', tick: 1000});
  const [constituent] = document.records.constituents;
  t.true(text.includes(`\n      ${JSON.stringify(constituent)},\n`));
  t.regex(text, /\n {4}"custom_attrs": \[\],\n/);
  t.regex(text, /\n {2}\}\n {2},"checksum": "sha256:[0-9a-f]{64}"\n\}\n$/);
});

test('snapshotText yields chunks, and returns the checksum at the end', async t => {
  const lengths: number[] = [];
  let checksum: string | undefined;
  const delegating = (function* () {
    checksum = yield* snapshotText(stateOf(100), 1, schema);
  })();
  for (const chunk of delegating) {
    lengths.push(chunk.length);
  }
  t.true(lengths.length > 5);
  t.true(Math.max(...lengths) < 100_000);
  t.is(checksum, (await readSnapshot(textOf(stateOf(100)), schema)).checksum);
});

test('writing a snapshot that is too large to be read fails', async t => {
  const write = (largest: number) => [...snapshotText(small, 1, schema, undefined, largest)].join('');
  t.is(write(bytes.length + 200), text);
  const error = t.throws(() => write(bytes.length - 1), {instanceOf: DataTooLargeError});
  t.regex(error.message, /^The data are too large for a file: of more than \d+ bytes it could not be read again$/);
  const refused = await t.throwsAsync(() => orRefuse(() => write(bytes.length - 1)));
  t.regex(refused.message, /^Nothing was changed, .*: with it the file could not be read again \(DATA_TOO_LARGE\)$/);
});

test('a snapshot is read back equal, and written again byte for byte', async t => {
  for (const size of [0, 1, 8, 60]) {
    const state = stateOf(size);
    const written = textOf(state, 17);
    for (const source of [written, Buffer.from(written), withoutChecksum(written)]) {
      const read = await readSnapshot(source, schema);
      t.deepEqual(contentsOf(read.state), contentsOf(state));
      t.is(read.seed, 17);
      t.is(textOf(read.state, 17), written);
    }
  }
});

test('snapshots round-trip after random writes, with and without a checksum', async t => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), {minLength: 1, maxLength: 40}), async steps => {
      const account = new Account('test', schema, small);
      for (const step of steps) {
        await takeStep(account, step);
      }
      const written = textOf(account.state);
      t.is(textOf((await readSnapshot(written, schema)).state), written);
      t.is(textOf((await readSnapshot(withoutChecksum(written), schema)).state), written);
    }),
    {numRuns: effort(6, 400)},
  );
});

test('every kind of clock round-trips', async t => {
  const clocks: Clock[] = [
    {mode: 'running', ahead: 0},
    {mode: 'running', ahead: -86_400_123},
    {mode: 'frozen', at: 0, tick: 0},
    {mode: 'frozen', at: Date.UTC(2026, 1, 28, 23, 59, 59, 7), tick: 1},
    {mode: 'frozen', at: Date.UTC(12026, 0, 1), tick: 60_000},
    {mode: 'frozen', at: -62_198_755_200_000, tick: 5},
  ];
  for (const clock of clocks) {
    t.deepEqual((await readSnapshot(textOf({...small, clock}), schema)).state.clock, clock);
  }
});

test('a snapshot with a random flipped bit is rejected', async t => {
  const tail = bytes.lastIndexOf('\n  ,"checksum"') - 100;
  const places = fc.oneof(fc.nat(bytes.length - 1), fc.integer({min: tail, max: bytes.length - 1}), fc.nat(500));
  await fc.assert(
    fc.asyncProperty(places, fc.nat(7), fc.boolean(), async (place, bit, asText) => {
      const flipped = Buffer.from(bytes);
      flipped[place]! ^= 1 << bit;
      await t.throwsAsync(readSnapshot(asText ? flipped.toString() : flipped, schema), {instanceOf: SnapshotError});
    }),
    {numRuns: effort(200, 20_000)},
  );
});

test('every flipped bit in the last lines is rejected', async t => {
  for (let place = bytes.length - 130; place < bytes.length; place++) {
    for (let bit = 0; bit < 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[place]! ^= 1 << bit;
      t.not(await refusal(flipped), 'it was read', `byte ${place}, bit ${bit}`);
    }
  }
});

test('a truncated snapshot is rejected', async t => {
  for (let length = bytes.length - 200; length < bytes.length; length++) {
    t.not(await refusal(bytes.subarray(0, length)), 'it was read', `${length} bytes`);
  }
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), async length => {
      await t.throwsAsync(readSnapshot(bytes.subarray(0, length), schema), {instanceOf: SnapshotError});
    }),
    {numRuns: effort(100, 8000)},
  );
});

test('errors distinguish invalid JSON, other documents, other versions and damaged snapshots', async t => {
  t.regex(await refusal(''), /not valid JSON: it was cut off/);
  t.regex(await refusal(text.slice(0, text.length / 2)), /not valid JSON: it was cut off/);
  t.regex(await refusal(Buffer.from([0x7b, 0xff, 0x7d])), /not valid JSON/);
  for (const foreign of ['null', '[]', '5', '{}', '{"format":"other"}', '{"records":[]}']) {
    t.regex(await refusal(foreign), /This is not a snapshot/);
  }
  const withVersion = (version: string) => text.replace('"format_version": 1', `"format_version": ${version}`);
  t.regex(
    await refusal(withoutChecksum(withVersion('2'))),
    /written by a newer crm-sandbox: its format_version is 2, and crm-sandbox \d+\.\d+\.\d+ reads 1\. Update crm-sandbox/,
    'the message must name the version that can be read',
  );
  t.regex(await refusal(withoutChecksum(withVersion('"1"'))), /format_version must be 1/);
  t.regex(
    await refusal(text.replace('"seed": 1', '"seed": 2')),
    /damaged, or was edited by hand.*remove its "checksum" line/,
  );
  t.regex(await refusal(text.replaceAll('\n', '\r\n')), /damaged, or was edited by hand/);
  t.regex(await refusal(JSON.stringify(JSON.parse(text))), /damaged, or was edited by hand/);
});

test('a byte order mark and reformatting are accepted in an edited snapshot', async t => {
  t.is(textOf((await readSnapshot(`\ufeff${withoutChecksum(text)}`, schema)).state), text);
  t.is(textOf((await readSnapshot(JSON.stringify(JSON.parse(withoutChecksum(text))), schema)).state), text);
});

// biome-ignore lint/suspicious/noExplicitAny: tests break documents in any way
type Document = any;

const edits: ReadonlyArray<readonly [string, (document: Document) => void, RegExp]> = [
  ['an unknown field', document => (document.notes = ''), /notes is not a field of a snapshot/],
  ['no seed', document => delete document.seed, /seed is missing/],
  ['a seed that is not an integer', document => (document.seed = '1'), /seed must be an integer/],
  ['no clock', document => delete document.clock, /clock is missing/],
  ['a clock without a mode', document => delete document.clock.mode, /clock must be \{"mode"/],
  ['a clock at an invalid date', document => (document.clock.now = '2026-02-30T00:00:00Z'), /clock must be/],
  ['a clock with an unknown field', document => (document.clock.ahead = 0), /clock must be/],
  ['a clock out of range', document => (document.clock = {mode: 'running', ahead: 9e15}), /clock must be/],
  ['a clock that ticks backwards', document => (document.clock.tick = -1), /clock must be/],
  ['a version that is not a string', document => (document.sandbox_version = 1), /sandbox_version must be a string/],
  ['records that are not an object', document => (document.records = []), /records must be an object/],
  ['next ids that are not an object', document => (document.next_ids = null), /next_ids must be an object/],
  ['an unknown collection', document => (document.records.shoes = []), /records\.shoes is not a collection/],
  ['a missing collection', document => delete document.records.gifts, /records\.gifts is missing/],
  ['a collection that is not an array', document => (document.records.gifts = {}), /records\.gifts must be an array/],
  ['a row that is not an object', document => (document.records.gifts[1] = 5), /records\.gifts\[1\] must be an object/],
  ['a row without an id', document => delete document.records.gifts[2].id, /records\.gifts\[2\]\.id is missing/],
  ['a fractional id', document => (document.records.gifts[0].id = 0.5), /records\.gifts\[0\]\.id must be an integer/],
  [
    'a duplicate id',
    document => (document.records.funds[3].id = document.records.funds[1].id),
    /records\.funds\[3\]\.id is \d+, which is the id of records\.funds\[1\] already/,
  ],
  ['a missing next id', document => delete document.next_ids.gifts, /next_ids\.gifts is missing/],
  [
    'a next id of an unknown collection',
    document => (document.next_ids.shoes = 1),
    /next_ids\.shoes is not a collection/,
  ],
  [
    'a next id that is not an integer',
    document => (document.next_ids.gifts = null),
    /next_ids\.gifts must be an integer/,
  ],
  [
    'a next id that is already used',
    document => (document.next_ids.gifts = document.records.gifts.at(-1).id),
    /next_ids\.gifts must be \d+ at the least/,
  ],
  ['a next id below the first id', document => (document.next_ids.custom_attrs = 5), /custom_attrs must be 514900/],
];

for (const [title, edit, message] of edits) {
  test(`an edited snapshot is rejected with the location: ${title}`, async t => {
    const document = JSON.parse(withoutChecksum(text));
    edit(document);
    t.regex(await refusal(JSON.stringify(document)), message);
  });
}
