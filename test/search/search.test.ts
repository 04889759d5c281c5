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
import {dataOf, type NaiveSearch, type RandomSearch} from '../support/naive-search.js';
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

/** Sets several types, or none, on appeals and events, because generated ones have no type. */
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

/** Shares rows but not collections, because an index built by another case could hide a failure. */
function open(constituents: number): Account {
  const {rows, nextIds} = generate(constituents);
  return new Account('test', schema, {records: recordsFrom(schema, rows, nextIds), clock});
}

/** Returns the query of a search, in one of its equivalent notations. */
function written({terms, sort}: RandomSearch, dice: Dice) {
  const texts = terms.map(({name, value}) => pick(dice, [`${name}=${value}`, ` ${name} = ${value} `]));
  const lists = pick(dice, [
    {'q[]': texts.length === 0 ? [] : [texts.join(';')], q: []},
    {'q[]': texts, q: []},
    // Only the last `q` counts, so one contains all remaining terms.
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

/** Requests pages until one is empty. */
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

/** Throws an error with the query and the writes before it, if the results differ. */
function expectSame(find: () => unknown, expected: unknown, request: object, history: readonly string[]): void {
  const context = () => `for ${JSON.stringify(request)}\nafter ${history.join(', ')}`;
  let actual: unknown;
  try {
    actual = find();
  } catch (error) {
    throw new Error(`rejected: ${(error as Error).message}\n${context()}`, {cause: error});
  }
  if (!isDeepStrictEqual(actual, expected)) {
    throw new Error(`actual   ${JSON.stringify(actual)}\nexpected ${JSON.stringify(expected)}\n${context()}`);
  }
}

/** Counts how often each name was tested. */
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

/** Compares a random search with a loop over all rows. */
function compareOne(account: Account, dice: Dice, tally: Tally, history: readonly string[]): void {
  const data = readNow(account, dataOf);
  const search = pick(dice, [constituentSearch, ...searches]);
  const request = search.random(dice, data);
  const expected = search.find(request, data);
  const query = written(request, dice);
  const limit = 1 + dice.below(30);
  const offset = dice.below(expected.length + 2);
  const expectedPage = {total: expected.length, ids: expected.slice(offset, offset + limit)};
  const call = {search: search.operationId, ...query, limit, offset};
  expectSame(() => page(account, search, query, limit, offset), expectedPage, call, history);
  if (chance(dice, 4)) {
    const size = 1 + dice.below(7);
    const calls = {search: search.operationId, ...query, limit: size, offset: 'every'};
    expectSame(() => everyPage(account, search, query, size), expected, calls, history);
  }
  tally.add('cases');
  for (const term of request.terms.filter(term => search.discerns(term, data))) {
    tally.add(`${search.operationId} ${term.name}`);
  }
  if (request.sort !== undefined && expected.length > 1) {
    tally.add(`${search.operationId} sort ${request.sort}`);
  }
}

/** Writes to an account and to copies of it at random, and compares searches in between. */
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
      // Often several writes, so that dependent writes meet in one transaction.
      await account.write(transaction => {
        for (let writes = dice.below(6); writes > 0; writes--) {
          history.push(writeSomething(dice, transaction));
        }
      });
    }
  });

/** Runs the same cases every time. Limits the time to shrink a failure, so that AVA does not time out first. */
const prove = async (property: ReturnType<typeof lives>, numRuns: number) =>
  await fc.assert(property, {
    seed: 20_260_101,
    numRuns,
    interruptAfterTimeLimit: patience / 2,
    includeErrorInReport: true,
  });

test('searches agree with a loop over all records after random writes to an account and its copies', async t => {
  const tally = new Tally();
  // Small numbers are more likely, because writes affect more searches among few records.
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
    `each term must match some but not all rows, and each sort must have rows, at least ${least} times`,
  );
});

test('searches agree with a loop over all records among 1,100 constituents', async t => {
  const tally = new Tally();
  const numRuns = effort(4, 60);
  await prove(
    lives(() => 1100, tally),
    numRuns,
  );
  t.log(`${tally.of('cases')} cases`);
  t.true(tally.of('cases') >= numRuns * 8);
});

test('equal queries of different kinds return their own results', t => {
  const account = open(20);
  const data = readNow(account, dataOf);
  for (const search of [constituentSearch, giftSearch]) {
    const request = {terms: [{name: 'updated_from', value: '2022-01-01'}], sort: 'date_created'};
    const query = {'q[]': ['updated_from=2022-01-01'], q: [], sort: request.sort};
    t.deepEqual(page(account, search, query, 500, 0).ids, search.find(request, data), search.operationId);
  }
});

test('a search by name matches every name field', async t => {
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

test('pages of one search share a cached result until the next write', async t => {
  const account = open(5);
  const requestPage = (offset: number) => page(account, constituentSearch, {'q[]': ['name=a'], q: []}, 1, offset);
  const cached = () => [...caches.searchesIn(account.records).values()];
  requestPage(0);
  const [matches] = cached();
  t.truthy(matches);
  requestPage(1);
  t.deepEqual(cached(), [matches!]);
  t.is(cached()[0], matches);
  await account.write(transaction => transaction.put(constituents, readNow(account, dataOf).constituents[0]!));
  t.deepEqual(cached(), []);
});

test('the naive searches cover every term and every sort', t => {
  const specs = [constituentSpec, contactReportSpec, giftSpec, volunteerTimeSpec, listSpec];
  const expected = specs.map(({terms, sorts = {}}) => ({
    terms: terms.map(({name}) => name).sort(),
    sorts: Object.keys(sorts).sort(),
  }));
  const compared = searches.map(({termNames, sortNames}) => ({
    terms: termNames.toSorted(),
    sorts: sortNames.toSorted(),
  }));
  t.deepEqual(compared, expected);
});
