import * as z from 'zod';
import {quote} from '../schema/fields.js';
import {Issues} from '../schema/issues.js';
import {pageQuery} from '../schema/query.js';
import type {Matches} from '../search/matches.js';
import {search} from '../search/search.js';
import {readSort, type Sorts} from '../search/sorts.js';
import {readConditions, type Term} from '../search/term.js';
import type {Chunked} from '../store/chunked.js';
import type {MissingIndexes} from '../store/collection.js';
import type {Row, SortKey} from '../store/order.js';
import type {Transaction} from '../store/transaction.js';
import {list} from './crud.js';
import type {ListedResource} from './kinds/kind.js';
import {pascal, words} from './names.js';
import {codes, type Operation, type OperationInput, operation, type ResultPage} from './operation.js';
import {type Paging, page, pageOf} from './page.js';

export interface SearchSpec<R extends Row> {
  readonly resource: ListedResource<R>;
  readonly terms: readonly Term[];
  readonly order: ReadonlyArray<SortKey<R>>;
  /** The order of rows that tie under a `sort`, reversed or not; by id by default. */
  readonly ties?: ReadonlyArray<SortKey<R>>;
  readonly sorts?: Sorts<R>;
  /** The values of `expand`, in the order of their fields in the response. */
  readonly expansions?: Expansions<R>;
}

interface Expansions<R> {
  /** The expanded fields. */
  readonly output: z.ZodObject;
  readonly make: Readonly<Record<string, (row: R, transaction: Transaction) => unknown>>;
}

const once = z.string({error: issue => `must be given once, got ${quote(issue.input)}`}).optional();
const repeated = z.union([z.string().transform(value => [value]), z.array(z.string())]).default([]);

/** `GET /api/v1/{resource}/search`. Contract: "Search parameters", "Search terms". */
export function searchOperation<R extends Row>(spec: SearchSpec<R>): Operation {
  const {resource, sorts, expansions} = spec;
  return operation({
    id: `search${pascal(resource.name)}`,
    method: 'GET',
    path: `/api/v1/${resource.name}/search`,
    tag: resource.tag.name,
    summary: `Search ${words(resource.name)}`,
    query: pageQuery.extend({
      'q[]': repeated,
      q: repeated,
      ...(sorts && {sort: once}),
      ...(expansions && {expand: once}),
    }),
    reply: {
      kind: 'page',
      itemType: resource.itemType,
      schema: expansions ? resource.output.extend(expansions.output.partial().shape) : resource.output,
    },
    search: {terms: spec.terms, sorts: Object.keys(sorts ?? {}), expansions: Object.keys(expansions?.make ?? {})},
    codes: codes.search,
    missingIndexes: (input, transaction) => missingIndexes(spec, input as SearchInput, transaction),
    handle: ({query, ...context}, transaction) => findPage(spec, query as SearchQuery, context, transaction),
  });
}

/** `GET /api/v1/{resource}` with an optional `sort`; in the order of lists by default. */
export function sortedList<R extends Row>(resource: ListedResource<R>, sorts: Sorts<R>): Operation {
  return operation({
    ...list(resource),
    query: pageQuery.extend({sort: once}),
    search: {terms: [], sorts: Object.keys(sorts), expansions: []},
    missingIndexes: ({query: {sort}}, transaction) =>
      transaction.rows(resource).missingOrder(sort === undefined ? undefined : readSort(sorts, sort, Issues.none())),
    handle: ({query: {sort, ...paging}, issues}, transaction) => {
      const order = sort === undefined ? undefined : readSort(sorts, sort, issues.inQuery);
      issues.throwIfRefused();
      return page(transaction.rows(resource).listed(order), paging, row => resource.present(row, transaction));
    },
  });
}

interface SearchQuery extends Paging {
  readonly 'q[]': readonly string[];
  readonly q: readonly string[];
  readonly sort?: string;
  readonly expand?: string;
}

type SearchInput = Pick<OperationInput<SearchQuery, unknown>, 'query' | 'settings'>;

/** Every `q[]` counts but only the last `q`, as in frameworks that parse repeated names that way. */
const termsIn = (query: SearchQuery): readonly string[] => [...query['q[]'], ...query.q.slice(-1)];

function orderOf<R extends Row>({order, sorts = {}, ties = []}: SearchSpec<R>, {sort}: SearchQuery, issues: Issues) {
  return sort === undefined ? order : [...readSort(sorts, sort, issues), ...ties];
}

/** The order's index is needed without conditions; with them, the search builds it if it finds many records. */
function missingIndexes<R extends Row>(
  spec: SearchSpec<R>,
  {query, settings}: SearchInput,
  transaction: Transaction,
): MissingIndexes {
  const conditions = readConditions(spec.terms, termsIn(query), {transaction, settings}, Issues.none());
  const order = orderOf(spec, query, Issues.none());
  return [
    ...conditions.flatMap(({of, key}) => transaction.rows(of).missingKeys(key)),
    ...conditions.flatMap(({of}) => transaction.rows(of).missingIndexes()),
    ...(query.expand === undefined ? [] : transaction.missingIndexes(spec.resource.name)),
    ...(termsIn(query).length === 0 ? transaction.rows(spec.resource).missingOrder(order) : []),
  ];
}

function* findPage<R extends Row>(
  spec: SearchSpec<R>,
  query: SearchQuery,
  {settings, issues, caches}: Pick<OperationInput<unknown, unknown>, 'settings' | 'issues' | 'caches'>,
  transaction: Transaction,
): Chunked<ResultPage> {
  const {resource, terms, expansions} = spec;
  const {inQuery} = issues;
  const written = termsIn(query);
  const conditions = readConditions(terms, written, {transaction, settings}, inQuery);
  const order = orderOf(spec, query, inQuery);
  const expanded = readExpand(expansions, query.expand, inQuery);
  issues.throwIfRefused();
  // A read changes nothing, so its result belongs to the records. Some terms depend on the day or on an assumption, and
  // sandboxes with different assumptions can share records.
  const question = JSON.stringify([resource.name, written, order, transaction.today, settings.assume]);
  const known = caches?.searchesIn(transaction.result());
  let matches = known?.get(question) as Matches<R> | undefined;
  if (matches === undefined) {
    matches = yield* search(transaction.rows(resource), conditions, order, transaction);
    known?.set(question, matches as Matches<never>);
  }
  return yield* pageOf(matches, query, row => {
    const item = resource.present(row, transaction);
    return expanded.length === 0
      ? item
      : {
          ...item,
          ...Object.fromEntries(expanded.map(name => [name, expansions!.make[name]!(row, transaction)])),
        };
  });
}

/** The requested names in the order of the response. Observed: blanks around the commas are ignored. */
function readExpand<R>(expansions: Expansions<R> | undefined, wanted: string | undefined, issues: Issues): string[] {
  if (expansions === undefined || wanted === undefined || wanted.trim() === '') {
    return [];
  }
  const names = Object.keys(expansions.make);
  const requested = wanted.split(',').map(name => name.trim());
  const unknown = requested.filter(name => !names.includes(name));
  if (unknown.length > 0) {
    const quoted = unknown.map(name => JSON.stringify(name)).join(', ');
    issues.refuse('expand', `must be any of ${names.join(', ')}, separated by commas, got ${quoted}`);
  }
  return names.filter(name => requested.includes(name));
}
