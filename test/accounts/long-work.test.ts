import test from 'ava';
import fc from 'fast-check';
import {Account} from '../../src/accounts/account.js';
import {frozenClock} from '../../src/accounts/clock.js';
import {search} from '../../src/search/search.js';
import {finish} from '../../src/store/chunked.js';
import type {Collection, CollectionSpec, MissingIndexes, Reading} from '../../src/store/collection.js';
import {sortInChunks} from '../../src/store/index/indexes.js';
import type {Key, Row} from '../../src/store/order.js';
import {recordsFrom} from '../../src/store/records.js';
import {Schema} from '../../src/store/schema.js';
import type {Transaction} from '../../src/store/transaction.js';

interface Letter extends Row {
  readonly to: number;
  readonly text: string;
}

const letters: CollectionSpec<Letter> = {
  name: 'letters',
  firstId: 1,
  indexes: {to: ['-text']},
  keys: {text: ({text}) => [text]},
};
const schema = new Schema([letters]);

/** Opens a new account with a number of letters and no indexes. */
function open(count: number): Account {
  const rows = Array.from({length: count}, (_, id) => ({id: id + 1, to: id % 500, text: `${(id * 7919) % count}`}));
  return new Account('test', schema, {
    records: recordsFrom(schema, new Map([['letters', rows]])),
    clock: frozenClock(0),
  });
}

const readAll = (transaction: Transaction) => {
  const rows = transaction.rows(letters);
  return {
    listed: rows.listed(['text']).slice(0, 1000),
    to: rows.where('to', 3).toArray(),
    keyed: rows.withKey('text', key => ((key as string) < '5' ? -1 : 0)).slice(0, 1000),
  };
};

function allMissing(transaction: Transaction): MissingIndexes {
  const rows = transaction.rows(letters);
  return [...transaction.missingIndexes('letters'), ...rows.missingOrder(['text']), ...rows.missingKeys('text')];
}

test('indexes of many rows are built in turns, with the same contents as when built at once', async t => {
  const many = open(50_000);
  let timerTurns = 0;
  const turns = setInterval(() => {
    timerTurns += 1;
  }, 1);
  t.is(allMissing(many.begin()).length, 3);
  await many.prepare(allMissing);
  clearInterval(turns);
  t.true(timerTurns >= 2, `${timerTurns} turns`);
  t.deepEqual(readAll(many.begin()), readAll(open(50_000).begin()));
  t.is(allMissing(many.begin()).length, 0, 'the indexes must be kept');
  t.is(allMissing(open(100).begin()).length, 0, 'few rows need no preparation');
});

test('prepared indexes are kept by later writes', async t => {
  const account = open(20_000);
  await account.prepare(allMissing);
  const add = (transaction: Transaction) => {
    const id = transaction.takeId(letters);
    transaction.put(letters, {id, to: 3, text: 'new'});
    return transaction.rows(letters).where('to', 3).total;
  };
  const written = account.write(add);
  const next = account.write(add);
  t.is(await written, 41);
  t.is(await next, 42);
  t.is(account.records.collections.get('letters').size, 20_002);
  t.is(allMissing(account.begin()).length, 0);
});

test('a write during index building waits, and is not lost', async t => {
  const account = open(20_000);
  const prepared = account.prepare(allMissing);
  const written = account.write(transaction => transaction.put(letters, {id: 30_000, to: 3, text: '0'}));
  await prepared;
  t.is(account.begin().rows(letters).where('to', 3).total, 40);
  await written;
  t.is(account.begin().rows(letters).where('to', 3).total, 41);
  t.is(allMissing(account.begin()).length, 0);
});

test('a read transaction keeps its initial state during a write', async t => {
  const account = open(20_000);
  const reading = account.begin();
  await account.write(transaction => transaction.put(letters, {id: 30_000, to: 3, text: '0'}));
  t.is(reading.rows(letters).where('to', 3).total, 40);
  t.is(reading.rows(letters).size, 20_000);
  t.is(account.begin().rows(letters).where('to', 3).total, 41);
});

test('an index built within a write contains its changes', async t => {
  const account = open(20_000);
  const total = await account.write(transaction => {
    transaction.put(letters, {id: 30_000, to: 3, text: '0'});
    return transaction.rows(letters).where('to', 3).total;
  });
  t.is(total, 41);
});

test('a search and its last page run in small steps', t => {
  const count = 50_000;
  const rows = open(count).records.collections.get('letters') as unknown as Collection<Letter>;
  const reading = {rows: () => rows} as unknown as Reading;
  const all = {of: 'letters', key: 'text', owner: 'id', accepts: () => true};
  const few = {of: 'letters', key: 'text', owner: 'id', accepts: (text: Key) => (text as string).endsWith('777')};
  for (const [conditions, visits] of [
    [[all], count],
    [[few], count],
    [[few, all], count],
  ] as const) {
    const searching = search(rows, conditions, ['text'], reading);
    let steps = 0;
    let next = searching.next();
    for (; !next.done; next = searching.next()) {
      steps += 1;
    }
    t.true(steps > visits / 1024, `${steps} steps`);
    const matches = next.value;
    const slicing = matches.slice(matches.total - 5, 10);
    const last: Letter[] = [];
    let slices = 0;
    for (let part = slicing.next(); ; part = slicing.next()) {
      if (part.done) {
        last.push(...part.value);
        break;
      }
      slices += 1;
    }
    t.is(last.length, 5);
    t.true(matches.total < count || slices > count / 2048, `${slices} steps to the last page`);
  }
});

test('a write that builds an index and then fails is rolled back', async t => {
  const account = open(20_000);
  const before = account.state;
  const failing = account.write(transaction => {
    transaction.put(letters, {id: 30_000, to: 3, text: '0'});
    readAll(transaction);
    throw new Error('no');
  });
  await t.throwsAsync(failing, {message: 'no'});
  t.is(account.state, before);
});

test('sortInChunks() is stable, and agrees with toSorted()', t => {
  const compare = (a: {key: number}, b: {key: number}) => a.key - b.key;
  const rows = Array.from({length: 13_001}, (_, place) => ({key: (place * 7919) % 997, place}));
  t.deepEqual(finish(sortInChunks(rows, compare)), rows.toSorted(compare));
  const few = fc.array(fc.record({key: fc.nat(9), place: fc.nat()}), {maxLength: 50});
  t.notThrows(() =>
    fc.assert(
      fc.property(few, rows => {
        t.deepEqual(finish(sortInChunks(rows, compare)), rows.toSorted(compare));
      }),
    ),
  );
});
