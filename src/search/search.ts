import type {Chunked} from '../store/chunked.js';
import type {Collection, Reading} from '../store/collection.js';
import {type Key, orderBy, type Row, type Rows, type SortKey} from '../store/order.js';
import {type Condition, matchesKey} from './condition.js';
import {IdSet} from './id-set.js';
import {type Matches, matchesOf, Walk} from './matches.js';

/** The cost of checking one record, in visited keys: a check takes a few tree lookups, a key in sequence one step. */
const costOfRecord = 16;

/** The cost of fetching and sorting one record, in walked records. */
const costOfSorting = 100;

/** Keys visited per chunk: each may be a text of 64 KiB. */
const keysInAStep = 512;

/** The texts of each record may have to be folded first. */
const recordsInAStep = 64;

/**
 * In chunks: the listed records that satisfy every condition, in order. The most selective condition visits its index;
 * every other one checks the remaining records, or visits its index if that is cheaper. No key is visited twice.
 */
export function* search<R extends Row>(
  collection: Collection<R>,
  conditions: readonly Condition[],
  order: ReadonlyArray<SortKey<R>>,
  reading: Reading,
): Chunked<Matches<R>> {
  const span = collection.idSpan();
  const [first, ...others] = conditions
    .map(condition => new Visit(condition, collection, reading))
    .sort((a, b) => a.cost - b.cost);
  if (first === undefined || span === undefined) {
    return matchesOf(collection.listed(order));
  }
  let found = yield* first.ids(span);
  for (const visit of others) {
    const kept = new IdSet(span, collection.size);
    const cheap = found.size * costOfRecord < visit.cost;
    const visited = cheap ? undefined : yield* visit.ids(span);
    for (const ids of found.stretches) {
      for (const [place, id] of ids.entries()) {
        if (visited === undefined ? visit.holds(collection.get(id)!) : visited.has(id)) {
          kept.add(id);
        }
        if (place % recordsInAStep === 0) {
          yield;
        }
      }
    }
    found = kept;
  }
  return yield* inOrder(collection, found, order);
}

class Visit<R extends Row> {
  readonly cost: number;
  readonly #condition: Condition;
  readonly #searched: Collection<R>;
  readonly #keys: Collection<Row>;
  readonly #found: ReadonlyArray<Rows<Row>>;

  constructor(condition: Condition, searched: Collection<R>, reading: Reading) {
    this.#condition = condition;
    this.#searched = searched;
    this.#keys = reading.rows(condition.of);
    this.#found = condition.ranges?.map(range => this.#keys.withKey(condition.key, range)) ?? [
      this.#keys.entries(condition.key),
    ];
    this.cost = this.#found.reduce((sum, rows) => sum + rows.total, 0);
  }

  *ids(span: readonly [number, number]): Chunked<IdSet> {
    const {owner, accepts} = this.#condition;
    const found = new IdSet(span, this.#searched.size);
    const visit = (row: Row, id: number, key: Key) => {
      if (accepts === undefined || accepts(key)) {
        found.add(owner === 'id' ? id : (row as unknown as Record<string, number>)[owner]!);
      }
    };
    for (const rows of this.#found) {
      for (let from = 0; from < rows.total; from += keysInAStep) {
        rows.forEach(from, from + keysInAStep, visit);
        yield;
      }
    }
    return found;
  }

  holds(record: R): boolean {
    const {key, owner} = this.#condition;
    const rows = owner === 'id' ? [record] : this.#keys.where(owner as 'id', record.id).toArray();
    return rows.some(row => this.#keys.keysOf(key, row).some(value => matchesKey(this.#condition, value)));
  }
}

/** Sorts a few records; for many, walks the stored order of all as far as pages need it. */
function* inOrder<R extends Row>(
  collection: Collection<R>,
  found: IdSet,
  order: ReadonlyArray<SortKey<R>>,
): Chunked<Matches<R>> {
  if (found.size * costOfSorting > collection.size) {
    for (const building of [...collection.missingOrder(order), ...collection.missingUnlisted()]) {
      yield* building;
    }
    return new Walk(collection, found, order);
  }
  const rows: R[] = [];
  for (const ids of found.stretches) {
    rows.push(...ids.map(id => collection.get(id)!).filter(row => collection.isListed(row)));
    yield;
  }
  rows.sort(orderBy(...order));
  return matchesOf({total: rows.length, slice: (offset, limit) => rows.slice(offset, offset + limit)});
}
