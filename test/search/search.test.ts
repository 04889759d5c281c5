import {isDeepStrictEqual} from 'node:util';
import test from 'ava';
import fc from 'fast-check';
import {generateRecords} from '../../fixtures/index.js';
import {Account} from '../../src/accounts/account.js';
import {frozenClock} from '../../src/accounts/clock.js';
import {Caches} from '../../src/operations/caches.js';
import type {ResultPage} from '../../src/operations/operation.js';
import {constituents} from '../../src/resources/constituents/constituents.js';
import {constituentSearch as constituentSpec} from '../../src/resources/constituents/search.js';
import {contactReportSearch as contactReportSpec} from '../../src/resources/contact-reports.js';
import {giftSearch as giftSpec} from '../../src/resources/gifts/search.js';
import {catalog, operations, schema} from '../../src/resources/index.js';
import {listSearch as listSpec} from '../../src/resources/lists.js';
import {volunteerTimeSearch as volunteerTimeSpec} from '../../src/resources/volunteer-times.js';
import {Issues} from '../../src/schema/issues.js';
import {settingsOf} from '../../src/settings.js';
import {type Chunked, finish} from '../../src/store/chunked.js';
import type {Row} from '../../src/store/order.js';
import {type CollectionMap, recordsFrom} from '../../src/store/records.js';
import {effort, isSoak, patience} from '../support/effort.js';
import {constituentSearch} from '../support/naive-constituents.js';
import {contactReportSearch} from '../support/naive-contact-reports.js';
import {giftSearch} from '../support/naive-gifts.js';
import {listSearch} from '../support/naive-lists.js';
import {type Asked, dataOf, type NaiveSearch} from '../support/naive-search.js';
import {chance, type Dice, pick} from '../support/naive-terms.js';
import {volunteerTimeSearch} from '../support/naive-volunteer-times.js';
import {nameFields, writeSomething} from '../support/naive-writes.js';
import {readNow} from '../support/transactions.js';

const clock = frozenClock(Date.UTC(2026, 0, 1));
const settings = settingsOf();

interface DataSet {
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  readonly nextIds: CollectionMap<number>;
}

/** Appeals and events of several types, and of none: only data that were brought have any. */
const typed = (row: Row): Row => {
  const type = row.id % 5 === 0 ? null : 7700 + (row.id % 2);
  const isTyped = 'appeal_type_id' in row || 'event_type_id' in row;
  return isTyped
    ? Object.assign({...row}, 'event_type_id' in row ? {event_type_id: type} : {appeal_type_id: type})
    : row;
};

const generated = new Map<number, DataSet>();

function generate(constituents: number): DataSet {
  let dataSet = generated.get(constituents);
  if (dataSet === undefined) {
    const {collections, nextIds} = generateRecords(catalog, {seed: constituents + 1, constituents});
    dataSet = {
      rows: new Map(Array.from(collections, ([name, rows]) => [name, [...rows.values()].map(typed)])),
      nextIds,
    };
    generated.set(constituents, dataSet);
  }
  return dataSet;
}

/** Rows are shared, collections are not: an index that another case made would hide how this one fails. */
function open(constituents: number): Account {
  const {rows, nextIds} = generate(constituents);
  return new Account('test', schema, {records: recordsFrom(schema, rows, nextIds), clock});
}

/** The same search, in one of the ways it can be written. */
function written({terms, sort}: Asked, dice: Dice) {
  const texts = terms.map(({name, value}) => pick(dice, [`${name}=${value}`, ` ${name} = ${value} `]));
  const lists = pick(dice, [
    {'q[]': texts.length === 0 ? [] : [texts.join(';')], q: []},
    {'q[]': texts, q: []},
    // Of several `q` the last counts: one holds all that it is to hold.
    {'q[]': texts.slice(0, 1), q: texts.length > 1 ? [texts.slice(1).join(';')] : []},
  ]);
  return sort === undefined ? lists : {...lists, sort};
}

type Written = ReturnType<typeof written>;

const caches = new Caches();

function page(account: Account, {operationId}: NaiveSearch, query: Written, limit: number, offset: number) {
  const operation = operations.find(({id}) => id === operationId)!;
  const input = {
    params: {},
    textParams: {},
    query: {...query, limit, offset},
    body: {},
    issues: Issues.none(),
    settings,
    caches,
  };
  const {total, items} = readNow(account, transaction =>
    finish(operation.handle(input, transaction) as Chunked<ResultPage>),
  );
  return {total, ids: items.map(item => (item as Row).id)};
}

/** Page after page until one is empty. */
function everyPage(account: Account, search: NaiveSearch, query: Written, limit: number): number[] {
  const ids: number[] = [];
  for (;;) {
    const next = page(account, search, query, limit, ids.length).ids;
    if (next.length === 0) {
      return ids;
    }
    ids.push(...next);
  }
}

/** Fails with the query, and with what was written before it. */
function expectSame(find: () => unknown, expected: unknown, asked: object, history: readonly string[]): void {
  const where = () => `for ${JSON.stringify(asked)}\nafter ${history.join(', ')}`;
  let found: unknown;
  try {
    found = find();
  } catch (error) {
    throw new Error(`refused: ${(error as Error).message}\n${where()}`, {cause: error});
  }
  if (!isDeepStrictEqual(found, expected)) {
    throw new Error(`found    ${JSON.stringify(found)}\nexpected ${JSON.stringify(expected)}\n${where()}`);
  }
}

/** How often something was put to the test. */
class Tally {
  readonly #counts = new Map<string, number>();

  add(name: string): void {
    this.#counts.set(name, this.of(name) + 1);
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }
}

const searches = [constituentSearch, contactReportSearch, giftSearch, volunteerTimeSearch, listSearch];

/** Searches once, and compares with what a loop over all rows finds. */
function compareOne(account: Account, dice: Dice, tally: Tally, history: readonly string[]): void {
  const data = readNow(account, dataOf);
  const search = pick(dice, [constituentSearch, ...searches]);
  const asked = search.ask(dice, data);
  const expected = search.find(asked, data);
  const query = written(asked, dice);
  const limit = 1 + dice.below(30);
  const offset = dice.below(expected.length + 2);
  const wanted = {total: expected.length, ids: expected.slice(offset, offset + limit)};
  const call = {search: search.operationId, ...query, limit, offset};
  expectSame(() => page(account, search, query, limit, offset), wanted, call, history);
  if (chance(dice, 4)) {
    const size = 1 + dice.below(7);
    const calls = {search: search.operationId, ...query, limit: size, offset: 'every'};
    expectSame(() => everyPage(account, search, query, size), expected, calls, history);
  }
  tally.add('cases');
  for (const term of asked.terms.filter(term => search.discerns(term, data))) {
    tally.add(`${search.operationId} ${term.name}`);
  }
  if (asked.sort !== undefined && expected.length > 1) {
    tally.add(`${search.operationId} sort ${asked.sort}`);
  }
}

/** What happens to an account, and to the copies made of it on the way; each is searched again and again. */
const lives = (constituentsOf: (dice: Dice) => number, tally: Tally) =>
  fc.asyncProperty(fc.gen(), async draw => {
    const dice: Dice = {below: limit => draw(fc.nat, limit - 1)};
    const constituents = constituentsOf(dice);
    const branches = [open(constituents)];
    const history = [`generating ${constituents} constituents`];
    for (let left = 5 + dice.below(20); left > 0; left--) {
      const branch = dice.below(branches.length);
      const account = branches[branch]!;
      history.push(`(branch ${branch})`);
      compareOne(account, dice, tally, history);
      if (chance(dice, 8)) {
        history.push(`branching off as ${branches.length}`);
        branches.push(new Account('branch', schema, account.state));
      }
      // Often several in one go: those that follow from one another then meet in one transaction.
      await account.write(transaction => {
        for (let writes = dice.below(6); writes > 0; writes--) {
          history.push(writeSomething(dice, transaction));
        }
      });
    }
  });

/** The same cases on every run. A failure is made smaller for a while, but AVA must hear of it within two minutes. */
const prove = async (property: ReturnType<typeof lives>, numRuns: number) =>
  await fc.assert(property, {
    seed: 20_260_101,
    numRuns,
    interruptAfterTimeLimit: patience / 2,
    includeErrorInReport: true,
  });

test('a search finds what a look at every record finds, whatever was written before, there or in a copy', async t => {
  const tally = new Tally();
  // Few more often than many: among few, what was written is likelier to matter.
  const upTo80 = (dice: Dice) => dice.below(1 + dice.below(81));
  const numRuns = effort(200, 3000);
  const least = isSoak ? 5 : 1;
  await prove(lives(upTo80, tally), numRuns);
  const cases = tally.of('cases');
  t.log(`${cases} cases`);
  t.true(cases >= numRuns * 4);
  const untested = searches.flatMap(({operationId, termNames, sortNames}) => {
    const sorts = sortNames.flatMap(name => [`sort ${name}`, `sort ${name}!`]);
    return [...termNames, ...sorts].map(name => `${operationId} ${name}`).filter(name => tally.of(name) < least);
  });
  t.deepEqual(
    untested,
    [],
    `each term found some and not all, and each sort had rows to sort, ${least} times at the least`,
  );
});

test('a search finds the same among so many records that a few are sorted and many walked by in strides', async t => {
  const tally = new Tally();
  const numRuns = effort(4, 60);
  await prove(
    lives(() => 1100, tally),
    numRuns,
  );
  t.log(`${tally.of('cases')} cases`);
  t.true(tally.of('cases') >= numRuns * 8);
});

test('searches of several kinds in the same words are kept apart', t => {
  const account = open(20);
  const data = readNow(account, dataOf);
  for (const search of [constituentSearch, giftSearch]) {
    const asked = {terms: [{name: 'updated_from', value: '2022-01-01'}], sort: 'date_created'};
    const query = {'q[]': ['updated_from=2022-01-01'], q: [], sort: asked.sort};
    t.deepEqual(page(account, search, query, 500, 0).ids, search.find(asked, data), search.operationId);
  }
});

test('a search by name looks at every name field', async t => {
  const account = open(5);
  const find = () => page(account, constituentSearch, {'q[]': ['name=quilb'], q: []}, 500, 0).ids;
  const [row] = readNow(account, dataOf).constituents;
  for (const field of ['first_name', 'last_name', 'org_name', 'sort_name', ...nameFields]) {
    await account.write(transaction => transaction.put(constituents, {...row!, [field]: 'Quilby'}));
    t.deepEqual(find(), [row!.id], field);
    await account.write(transaction => transaction.put(constituents, row!));
    t.deepEqual(find(), [], field);
  }
});

test('the pages of one search share its result until the next write', async t => {
  const account = open(5);
  const turn = (offset: number) => page(account, constituentSearch, {'q[]': ['name=a'], q: []}, 1, offset);
  const found = () => [...caches.searchesIn(account.records).values()];
  turn(0);
  const [matches] = found();
  t.truthy(matches);
  turn(1);
  t.deepEqual(found(), [matches!]);
  t.is(found()[0], matches);
  await account.write(transaction => transaction.put(constituents, readNow(account, dataOf).constituents[0]!));
  t.deepEqual(found(), []);
});

test('every term and every sort is compared', t => {
  const specs = [constituentSpec, contactReportSpec, giftSpec, volunteerTimeSpec, listSpec];
  const offered = specs.map(({terms, sorts = {}}) => ({
    terms: terms.map(({name}) => name).sort(),
    sorts: Object.keys(sorts).sort(),
  }));
  const compared = searches.map(({termNames, sortNames}) => ({
    terms: termNames.toSorted(),
    sorts: sortNames.toSorted(),
  }));
  t.deepEqual(compared, offered);
});
