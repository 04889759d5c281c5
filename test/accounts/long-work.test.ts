import test from 'ava';
import fc from 'fast-check';
import {Account} from '../../src/accounts/account.js';
import {frozenClock} from '../../src/accounts/clock.js';
import {Issues} from '../../src/schema/issues.js';
import {search} from '../../src/search/search.js';
import type {Collection, CollectionSpec, Reading} from '../../src/store/collection.js';
import type {Key} from '../../src/store/keys.js';
import type {Row} from '../../src/store/order.js';
import {recordsFrom} from '../../src/store/records.js';
import {Schema} from '../../src/store/schema.js';
import type {Transaction} from '../../src/store/transaction.js';
import {sortInSteps} from '../../src/workload/sort-in-steps.js';
import {finish, type Steps} from '../../src/workload/steps.js';

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

/** An account of its own with so many letters, none of which was asked for yet. */
function open(count: number): Account {
  const rows = Array.from({length: count}, (_, id) => ({id: id + 1, to: id % 500, text: `${(id * 7919) % count}`}));
  return new Account('test', schema, {
    records: recordsFrom(schema, new Map([['letters', rows]])),
    clock: frozenClock(0),
  });
}

const askEverything = (transaction: Transaction) => {
  const rows = transaction.rows(letters);
  return {
    listed: rows.listed(['text']).slice(0, 1000),
    to: rows.where('to', 3).toArray(),
    keyed: rows.withKey('text', key => ((key as string) < '5' ? -1 : 0)).slice(0, 1000),
  };
};

test('indexes of many rows are made in turns, and hold what they hold when they are made at once', async t => {
  const many = open(50_000);
  let others = 0;
  const turns = setInterval(() => {
    others += 1;
  }, 1);
  const answer = many.readInTurns(askEverything);
  t.true(answer instanceof Promise);
  const made = await answer;
  clearInterval(turns);
  t.true(others >= 2, `${others} turns`);
  t.deepEqual(made, open(50_000).read(askEverything));
  t.false(many.readInTurns(askEverything) instanceof Promise, 'they are kept');
  t.false(open(100).readInTurns(askEverything) instanceof Promise, 'few rows take no time');
});

test('a write that needs an index of rows it has changed is begun anew, and done once', async t => {
  const account = open(20_000);
  const add = (transaction: Transaction) => {
    const id = transaction.takeId(letters);
    transaction.put(letters, {id, to: 3, text: 'new'});
    return transaction.rows(letters).where('to', 3).total;
  };
  const written = account.write(add);
  t.true(written instanceof Promise);
  const next = account.write(add);
  t.is(account.records.collections.get('letters').size, 20_000, 'nothing is there before it is whole');
  t.is(await written, 41);
  t.is(await next, 42);
  t.is(account.records.collections.get('letters').size, 20_002);
  t.is(account.write(add), 43, 'what is kept is there for the next');
});

test('writes that come while an index is made for a read wait, and nothing is lost', async t => {
  const account = open(20_000);
  const read = account.readInTurns(askEverything);
  const written = account.write(transaction => transaction.put(letters, {id: 30_000, to: 3, text: '0'}));
  t.is((await read).to.length, 40);
  await written;
  t.is(account.read(askEverything).to.length, 41);
});

/** Takes turns: steps until it may end, then an index; and says how many letters there were when it began. */
function* countingSlowly(transaction: Transaction, mayEnd: () => boolean, needsIndex = false): Steps<number> {
  const begun = transaction.rows(letters).size;
  while (!mayEnd()) {
    yield;
  }
  return needsIndex ? transaction.rows(letters).where('to', 3).total : begun;
}

test('work in steps takes turns, reads what was there when it began, and holds no write up', async t => {
  const account = open(20_000);
  let isWritten = false;
  const read = account.readInTurns(transaction => countingSlowly(transaction, () => isWritten));
  t.true(read instanceof Promise);
  const written = account.write(transaction => transaction.put(letters, {id: 30_000, to: 3, text: '0'}));
  isWritten = true;
  t.false(written instanceof Promise, 'nobody waits for a read');
  t.is(await read, 20_000);
  t.is(account.records.collections.get('letters').size, 20_001);
  t.is(
    account.readInTurns(transaction => countingSlowly(transaction, () => true)),
    20_001,
    'a turn is enough for what is short',
  );
});

test('work that needs an index in one of its steps is begun anew with it, and the index is kept', async t => {
  for (const isKnownAtOnce of [true, false]) {
    const account = open(20_000);
    let mayEnd = isKnownAtOnce;
    const read = account.readInTurns(transaction => countingSlowly(transaction, () => mayEnd, true));
    t.true(read instanceof Promise);
    const written = account.write(transaction => transaction.put(letters, {id: 30_000, to: 3, text: '0'}));
    mayEnd = true;
    const total = await read;
    await written;
    t.is(total, isKnownAtOnce ? 40 : 41, 'a write that came before it was known what was needed is there');
    t.is(account.read(askEverything).to.length, 41);
    const again = account.readInTurns(transaction => transaction.rows(letters).where('to', 3).total);
    t.is(again, 41, 'no promise: nothing is made');
  }
});

test('a search is done in small steps, whatever it finds and however it is sorted', t => {
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

test('work that is begun anew and then fails leaves no trace', async t => {
  const account = open(20_000);
  const before = account.state;
  const failing = account.write(transaction => {
    transaction.put(letters, {id: 30_000, to: 3, text: '0'});
    askEverything(transaction);
    throw new Error('no');
  });
  await t.throwsAsync(async () => failing, {message: 'no'});
  t.is(account.state, before);
});

test('what was said of a request is taken back where it is begun anew', t => {
  const issues = Issues.none();
  issues.ignore('a', 'is ignored', 'invalid');
  const takeBack = issues.mark();
  issues.refuse('b', 'is wrong');
  issues.ignore('c', 'is ignored', 'invalid');
  takeBack();
  t.deepEqual(
    issues.ignored.map(({path}) => path),
    [['a']],
  );
  t.false(issues.hasRefused);
  issues.throwIfRefused();
});

test('rows are sorted in steps as they are at once, those that tie in the order they came in', t => {
  const compare = (a: {key: number}, b: {key: number}) => a.key - b.key;
  const rows = Array.from({length: 13_001}, (_, place) => ({key: (place * 7919) % 997, place}));
  t.deepEqual(finish(sortInSteps(rows, compare)), rows.toSorted(compare));
  const few = fc.array(fc.record({key: fc.nat(9), place: fc.nat()}), {maxLength: 50});
  t.notThrows(() =>
    fc.assert(
      fc.property(few, made => {
        t.deepEqual(finish(sortInSteps(made, compare)), made.toSorted(compare));
      }),
    ),
  );
});
