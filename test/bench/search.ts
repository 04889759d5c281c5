import {generateRecords} from '../../fixtures/index.js';
import {Account} from '../../src/accounts/account.js';
import {frozenClock} from '../../src/accounts/clock.js';
import {Caches} from '../../src/operations/caches.js';
import type {ResultPage} from '../../src/operations/operation.js';
import {streetAddresses} from '../../src/resources/addresses/street-addresses.js';
import {constituentKeywords} from '../../src/resources/categories/constituent-keywords.js';
import {keywords} from '../../src/resources/categories/keywords.js';
import {constituents} from '../../src/resources/constituents/constituents.js';
import {constituentSearch} from '../../src/resources/constituents/search.js';
import {catalog, operations, schema} from '../../src/resources/index.js';
import {groupMemberships} from '../../src/resources/memberships/group-memberships.js';
import {groups} from '../../src/resources/memberships/groups.js';
import {Issues} from '../../src/schema/issues.js';
import {settingsOf} from '../../src/settings.js';
import {type Chunked, finish} from '../../src/store/chunked.js';
import type {CollectionSpec} from '../../src/store/collection.js';
import type {Row} from '../../src/store/order.js';
import type {Transaction} from '../../src/store/transaction.js';
import {readNow} from '../support/transactions.js';
import {median} from './figures.js';
import type {Section} from './section.js';

const sizes = [1000, 10_000, 100_000];

/** A value for each term that some generated constituents have at any size. */
const values: Readonly<Record<string, string>> = {
  name: 'smith',
  eaddr: 'smith',
  phone_number: '555-0123',
  street: 'oak',
  city: 'chicago',
  state: 'IL',
  postal_code: '606',
  country: 'canada',
  keyword: '12310',
  updated_from: '2025-12-01',
  updated_to: '2019-03-01',
  membership_status: '1',
  membership_level: '387',
  membership_end_date_from: '2030-01-01',
  membership_end_date_to: '2018-12-31',
  external_id: 'none',
  constituent_type: '1',
  groups: '3',
  lists: '47210',
  custom_attr: 'background_info|ft|a',
  custom_attr_from: 'first_contact|2025-01-01',
  custom_attr_to: 'first_contact|2017-01-01',
  custom_attr_int: 'wealth_score|gt|50',
  class: '515|1990',
};

interface Request {
  readonly label: string;
  query(size: number): object;
}

const {terms, sorts = {}, expansions} = constituentSearch;

const requests: readonly Request[] = [
  {label: 'no term', query: () => ({})},
  {label: 'no term, the last page', query: size => ({offset: Math.floor(size * 0.98) - 25})},
  {label: 'no term, expand everything', query: () => ({expand: Object.keys(expansions!.make).join()})},
  ...Object.keys(sorts).map(sort => ({label: `sort=${sort}`, query: () => ({sort})})),
  ...terms.map(({name}) => ({label: `${name}=${values[name]}`, query: () => ({'q[]': [`${name}=${values[name]}`]})})),
  {label: 'name=a', query: () => ({'q[]': ['name=a']})},
  {label: 'name=a;city=chicago', query: () => ({'q[]': ['name=a;city=chicago']})},
  ...['city=bench', 'keyword=1', 'groups=1'].map(term => ({label: term, query: () => ({'q[]': [term]})})),
];

/** Adds a copy of an existing row with different fields. */
function copyOfOne<R extends Row>(spec: CollectionSpec<R>, fields: Partial<R>, transaction: Transaction): void {
  const [row] = transaction.rows(spec).values();
  transaction.put(spec, {...row!, ...fields, id: transaction.takeId(spec)});
}

/** Gives some constituents unique values, so that a search finds the same number at any size. */
async function addFew(account: Account): Promise<void> {
  await account.write(transaction => {
    transaction.put(keywords, {...transaction.rows(keywords).listed().first()!, id: 1});
    transaction.put(groups, {...transaction.rows(groups).listed().first()!, id: 1});
    for (const {id} of transaction.rows(constituents).listed().slice(0, 20)) {
      copyOfOne(streetAddresses, {item_id: id, city: 'Bench'}, transaction);
      copyOfOne(constituentKeywords, {constituent_id: id, keyword_id: 1}, transaction);
      copyOfOne(groupMemberships, {constituent_id: id, group_id: 1}, transaction);
    }
  });
}

/** Measures the milliseconds of each request after a write, and of the same request again, for one size. */
async function measure(size: number) {
  const clock = frozenClock(Date.parse('2026-01-01T00:00:00Z'));
  const account = new Account('bench', schema, {records: generateRecords(catalog, {constituents: size}), clock});
  await addFew(account);
  const operation = operations.find(({id}) => id === 'searchConstituents')!;
  const settings = settingsOf();
  const caches = new Caches();
  const search = (query: object) =>
    readNow(account, transaction =>
      finish(
        operation.handle(
          {
            params: {},
            textParams: {},
            query: {limit: 25, offset: 0, 'q[]': [], q: [], ...query},
            body: {},
            issues: Issues.none(),
            settings,
            caches,
          },
          transaction,
        ) as Chunked<ResultPage>,
      ),
    );
  const changedId = constituents.firstId + 20;
  const write = async (turn: number) => {
    await account.write(transaction => {
      const row = transaction.rows(constituents).get(changedId)!;
      transaction.put(constituents, {...row, sort_key: `zz ${turn}`});
    });
  };
  const results = [];
  for (const {query} of requests) {
    const parameters = query(size);
    const {total} = search(parameters);
    const times: Array<readonly [fresh: number, again: number]> = [];
    for (let turn = 0; turn < 21; turn++) {
      await write(turn);
      const start = performance.now();
      search(parameters);
      const between = performance.now();
      search(parameters);
      times.push([between - start, performance.now() - between]);
    }
    results.push({total, fresh: median(times.map(([fresh]) => fresh)), again: median(times.map(([, again]) => again))});
  }
  return results;
}

/** The number of searches on the page, which shows the slowest. */
const maxInPage = 8;

/** Measures the time per request by size: directly after a write, when nothing is cached, and again. */
export async function benchSearch(): Promise<Section> {
  const measured: Array<Awaited<ReturnType<typeof measure>>> = [];
  for (const size of sizes) {
    measured.push(await measure(size));
  }
  const rows = requests.map(({label}, index) => {
    const results = measured.map(ofSize => ofSize[index]!);
    const [smallest, largest] = [results[0]!, results.at(-1)!];
    return [
      `\`${label.replaceAll('|', String.raw`\|`)}\``,
      String(largest.total),
      ...results.map(({fresh}) => fresh.toFixed(2)),
      (largest.fresh / smallest.fresh).toFixed(1),
      (largest.again / smallest.again).toFixed(1),
    ];
  });
  const heads = ['search', 'found of 100,000', ...sizes.map(size => `ms at ${size.toLocaleString('en')}`)];
  const table = {heads: [...heads, '100,000 : 1,000', 'asked again, 100,000 : 1,000'], rows};
  const column = 1 + sizes.length; // the milliseconds at the largest size
  const slowest = rows.toSorted((one, other) => Number(other[column]) - Number(one[column])).slice(0, maxInPage);
  return {tables: [table], pageTables: [{...table, rows: slowest}]};
}
