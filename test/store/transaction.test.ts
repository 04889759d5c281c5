import test from 'ava';
import fc from 'fast-check';
import {Account} from '../../src/accounts/account.js';
import {frozenClock, timestamp} from '../../src/accounts/clock.js';
import type {Collection, CollectionSpec} from '../../src/store/collection.js';
import type {Key, Row, Rows} from '../../src/store/order.js';
import {recordsFrom} from '../../src/store/records.js';
import {Schema} from '../../src/store/schema.js';
import {Transaction} from '../../src/store/transaction.js';

interface Person extends Row {
  readonly name: string;
  readonly is_active: boolean;
}

interface Letter extends Row {
  readonly person_id: number;
  readonly sent: string | null;
}

const people: CollectionSpec<Person> = {name: 'people', firstId: 100, order: ['name'], listed: row => row.is_active};
const letters: CollectionSpec<Letter> = {
  name: 'letters',
  firstId: 500,
  indexes: {person_id: ['-sent']},
  parents: {person_id: 'people'},
};
const schema = new Schema([people, letters]);

const open = () =>
  new Account('test', schema, {records: recordsFrom(schema), clock: frozenClock(Date.UTC(2026, 0, 1))});

const person = (id: number, name: string, is_active = true): Person => ({id, name, is_active});

test('a write that throws is rolled back, including the ids it took', async t => {
  const account = open();
  const before = account.records;
  await t.throwsAsync(
    account.write(transaction => {
      transaction.put(people, person(transaction.takeId(people), 'Ada'));
      throw new Error('late');
    }),
  );
  t.is(account.records, before);
  t.is(await account.write(transaction => transaction.takeId(people)), 100);
});

test('changes in a transaction that is not a write are discarded', t => {
  const account = open();
  const transaction = account.begin();
  transaction.put(people, person(transaction.takeId(people), 'Ada'));
  t.is(account.records.collections.get('people')!.size, 0);
});

test('later writes do not change earlier records, so a snapshot is a reference', async t => {
  const account = open();
  await account.write(transaction => transaction.put(people, person(1, 'Ada')));
  const snapshot = account.records;
  await account.write(transaction => transaction.put(people, person(1, 'Grace')));
  await account.write(transaction => transaction.put(people, person(2, 'Hedy')));
  t.deepEqual([...snapshot.collections.get('people')!.values()], [person(1, 'Ada')]);
});

test('the id of a removed row is not reused', async t => {
  const account = open();
  const create = () =>
    account.write(transaction => {
      const id = transaction.takeId(people);
      transaction.put(people, person(id, 'Ada'));
      return id;
    });
  const first = await create();
  await account.write(transaction => transaction.remove(people, first));
  t.is(await create(), first + 1);
});

test('lists omit unlisted rows, and use the order of the collection', async t => {
  const account = open();
  await account.write(transaction => {
    transaction.put(people, person(1, 'Hedy'));
    transaction.put(people, person(2, 'Grace', false));
    transaction.put(people, person(3, 'Ada'));
  });
  const names = () =>
    account
      .begin()
      .rows(people)
      .listed()
      .toArray()
      .map(({name}) => name);
  t.deepEqual(names(), ['Ada', 'Hedy']);
  await account.write(transaction => transaction.put(people, person(2, 'Grace')));
  t.deepEqual(names(), ['Ada', 'Grace', 'Hedy']);
});

test('a lookup without an index throws', t => {
  const account = open();
  t.throws(() => account.begin().rows(people).where('name', 'Ada'), {
    message: 'people has no index on name',
  });
});

test('a schema with a parent that is not indexed or not a collection throws', t => {
  const orphan: CollectionSpec<Letter> = {name: 'orphans', firstId: 1, parents: {person_id: 'people'}};
  t.throws(() => new Schema([people, orphan]), {message: /needs an index/});
  t.throws(() => new Schema([letters]), {message: /not a collection/});
});

const steps = fc.array(
  fc.oneof(
    fc.record({do: fc.constant('person' as const), id: fc.integer({min: 1, max: 8}), name: fc.string()}),
    fc.record({
      do: fc.constant('letter' as const),
      id: fc.integer({min: 1, max: 30}),
      person_id: fc.integer({min: 1, max: 8}),
      sent: fc.option(fc.constantFrom('2024-01-01', '2024-02-01', '2025-01-01')),
    }),
    fc.record({do: fc.constant('remove person' as const), id: fc.integer({min: 1, max: 8})}),
    fc.record({do: fc.constant('remove letter' as const), id: fc.integer({min: 1, max: 30})}),
  ),
  {maxLength: 60},
);

test('lists, indexes and cascades agree with plain maps after random writes', async t => {
  await fc.assert(
    fc.asyncProperty(steps, async steps => {
      const account = open();
      const persons = new Map<number, Person>();
      const sent = new Map<number, Letter>();
      for (const step of steps) {
        await account.write(transaction => {
          switch (step.do) {
            case 'person':
              transaction.put(people, person(step.id, step.name));
              persons.set(step.id, person(step.id, step.name));
              break;
            case 'letter': {
              const letter = {id: step.id, person_id: step.person_id, sent: step.sent};
              transaction.put(letters, letter);
              sent.set(step.id, letter);
              break;
            }
            case 'remove person':
              transaction.remove(people, step.id);
              persons.delete(step.id);
              for (const letter of [...sent.values()].filter(({person_id}) => person_id === step.id)) {
                sent.delete(letter.id);
              }
              break;
            case 'remove letter':
              transaction.remove(letters, step.id);
              sent.delete(step.id);
          }
        });
      }
      const transaction = account.begin();
      const listed = transaction.rows(people).listed();
      const byName = [...persons.values()].sort((a, b) => (a.name === b.name ? a.id - b.id : a.name < b.name ? -1 : 1));
      t.deepEqual(listed.toArray(), byName);
      t.is(listed.total, persons.size);
      for (let id = 1; id <= 8; id++) {
        const expected = [...sent.values()].filter(({person_id}) => person_id === id);
        const latestFirst = expected.sort((a, b) => (b.sent ?? '9').localeCompare(a.sent ?? '9') || a.id - b.id);
        t.deepEqual(transaction.rows(letters).where('person_id', id).toArray(), latestFirst);
      }
    }),
    {numRuns: 300},
  );
});

interface Reader extends Row {
  readonly name: string;
  /** The date of the latest letter, maintained by the store. */
  readonly last_sent: string | null;
}

const readers: CollectionSpec<Reader> = {
  name: 'people',
  firstId: 100,
  keys: {initials: row => row.name.split(' ').map(word => word[0]!), last_sent: 'last_sent'},
  texts: {name: row => [row.name.toLowerCase()]},
  denormalized: {
    affectedBy: {letters: (after?: Letter, before?: Letter) => [after, before].flatMap(row => row?.person_id ?? [])},
    compute: (row, reading) => {
      const last_sent = reading.rows(letters).where('person_id', row.id).first()?.sent ?? null;
      return row.last_sent === last_sent ? row : {...row, last_sent};
    },
  },
};

const denormalizedSchema = new Schema([readers, letters]);
const openDenormalized = () =>
  new Account('test', denormalizedSchema, {records: recordsFrom(denormalizedSchema), clock: frozenClock(0)});

test('a denormalized field is updated when its source rows are added, moved or removed', async t => {
  const account = openDenormalized();
  const lastSent = () => account.begin().rows(readers).get(1)?.last_sent;
  const send = (id: number, person_id: number, sent: string) =>
    account.write(transaction => transaction.put(letters, {id, person_id, sent}));
  await send(5, 1, '2020');
  await account.write(transaction => transaction.put(readers, {id: 1, name: 'Ada Lovelace', last_sent: 'wrong'}));
  t.is(lastSent(), '2020', 'computed when the row is stored');
  await send(6, 1, '2021');
  t.is(lastSent(), '2021', 'computed when a source row is added');
  await send(6, 2, '2021');
  t.is(lastSent(), '2020', 'computed when a source row moves to another parent');
  await account.write(transaction => transaction.remove(letters, 5));
  t.is(lastSent(), null, 'computed when a source row is removed');
  await account.write(transaction => transaction.remove(readers, 1));
  t.is(lastSent(), undefined);
});

/** Returns the keys that forEach visits, if the other ways to read the same rows agree with it. */
const keysIn = (rows: Rows<Reader>) => {
  const keys: string[] = [];
  const visited: Reader[] = [];
  const visit = (row: Reader, id: number, key: Key) => {
    visited.push(row);
    keys.push(`${key} of ${row.id === id ? id : 'another'}`);
  };
  for (let from = 0; from < rows.total; from += 2) {
    rows.forEach(from, from + 2, visit);
  }
  const lists = [rows.toArray(), [rows.first(), ...rows.slice(1, 100)].slice(0, rows.total)];
  const agree = lists.every(list => list.length === visited.length && list.every((row, at) => row === visited[at]));
  return agree && rows.total === visited.length ? keys : ['forEach and the other reads differ'];
};

test('keys are found by range, texts are listed in id order, and both are updated by writes', async t => {
  const account = openDenormalized();
  const between = (from: string, to: string) => (key: Key) => (key < from ? -1 : key > to ? 1 : 0);
  const initials = (from: string, to: string) =>
    keysIn(account.begin().rows(readers).withKey('initials', between(from, to)));
  const names = () => keysIn(account.begin().rows(readers).entries('name'));
  const put = (id: number, name: string) =>
    account.write(transaction => transaction.put(readers, {id, name, last_sent: null}));
  await put(2, 'Ada Amalia Byron');
  t.deepEqual(initials('A', 'Z'), ['A of 2', 'B of 2'], 'a duplicate key of a row must count once');
  t.deepEqual(names(), ['ada amalia byron of 2']);
  await put(1, 'Grace Byron');
  await put(2, 'Ada Lovelace');
  t.deepEqual(initials('B', 'K'), ['B of 1', 'G of 1']);
  t.deepEqual(names(), ['grace byron of 1', 'ada lovelace of 2'], 'texts must be in the order of ids');
  await account.write(transaction => transaction.remove(readers, 1));
  t.deepEqual(initials('A', 'Z'), ['A of 2', 'L of 2']);
  t.throws(
    () =>
      account
        .begin()
        .rows(readers)
        .withKey('name', () => 0),
    {message: /no keys/},
  );
  t.throws(() => account.begin().rows(readers).entries('shoe'), {message: /no keys or texts/});
});

test('a key field is found by range, without rows whose value is null', async t => {
  const account = openDenormalized();
  const read = <T>(look: (rows: Collection<Reader>) => T) => look(account.begin().rows(readers));
  await account.write(transaction => {
    for (const [id, sent] of [
      [1, '2021'],
      [2, undefined],
      [3, '2019'],
      [4, '2020'],
    ] as const) {
      transaction.put(readers, {id, name: 'Ada', last_sent: null});
      if (sent !== undefined) {
        transaction.put(letters, {id: 10 + id, person_id: id, sent});
      }
    }
  });
  const from = (least: string) => (key: Key) => (key < least ? -1 : 0);
  t.deepEqual(
    read(rows => keysIn(rows.entries('last_sent'))),
    ['2019 of 3', '2020 of 4', '2021 of 1'],
  );
  t.deepEqual(
    read(rows => keysIn(rows.withKey('last_sent', from('2020')))),
    ['2020 of 4', '2021 of 1'],
  );
  t.is(
    read(rows => rows.withKey('last_sent', from('2022')).total),
    0,
  );
  t.deepEqual(
    [1, 2].map(id => read(rows => rows.keysOf('last_sent', rows.get(id)!))),
    [['2021'], []],
  );
  await account.write(transaction => transaction.remove(letters, 14));
  t.deepEqual(
    read(rows => keysIn(rows.withKey('last_sent', from('2020')))),
    ['2021 of 1'],
    'a write must update the keys',
  );
});

test('a schema that denormalizes from a missing collection throws', t => {
  t.throws(() => new Schema([readers]), {message: 'people is denormalized from letters, which is not a collection'});
});

test('the index on a parent is built in chunks, and contains later writes', async t => {
  const account = open();
  await account.write(transaction => {
    for (let id = 1; id <= 5000; id++) {
      transaction.put(letters, {id, person_id: id % 7, sent: null});
    }
  });
  const {records, clock} = account.state;
  const transaction = new Transaction(schema, {...records}, () => timestamp(clock));
  let count = 0;
  for (const building of transaction.missingIndexes(people.name)) {
    while (!building.next().done) {
      count += 1;
    }
  }
  t.true(count > 2, `${count} steps`);
  transaction.put(letters, {id: 6000, person_id: 3, sent: null});
  const expected = [...records.collections.get(letters.name).values()].filter(row => (row as Letter).person_id === 3);
  t.is(transaction.rows(letters).where('person_id', 3).total, expected.length + 1);
});

test('removeInChunks() removes the same rows as remove()', async t => {
  const [atOnce, inChunks] = [open(), open()];
  for (const account of [atOnce, inChunks]) {
    await account.write(transaction => {
      transaction.put(people, person(1, 'A'));
      transaction.put(people, person(2, 'B'));
      for (let id = 1; id <= 50; id++) {
        transaction.put(letters, {id, person_id: (id % 2) + 1, sent: null});
      }
    });
  }
  await atOnce.write(transaction => transaction.remove(people, 1));
  let steps = 0;
  await inChunks.write(transaction => {
    for (const _ of transaction.removeInChunks(people, 1)) {
      steps += 1;
    }
  });
  t.is(steps, 26);
  const rowsOf = ({records}: Account) => Array.from(records.collections, ([name, rows]) => [name, [...rows.values()]]);
  t.deepEqual(rowsOf(inChunks), rowsOf(atOnce));
  t.is(inChunks.records.collections.get(letters.name).size, 25);
});
