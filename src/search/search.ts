import type {Collection, Reading} from '../store/collection.js';
import {orderBy, type Row, type SortKey} from '../store/order.js';
import type {Rows} from '../store/rows.js';
import {type Condition, matchesKey} from './condition.js';
import {IdSet} from './id-set.js';

/**
 * What looking at one record costs, in keys visited: a record that is looked at by itself, with those that go with it,
 * takes a few descents of a tree; a key that is visited in passing takes a step.
 */
const costOfRecord = 16;

/** What fetching and sorting one record costs, in records that are walked by. */
const costOfSorting = 100;

/** How many records a walk takes at a time. */
const stride = 1024;

/** What a search finds: as much of it is put in order as pages ask for. */
export type Matches<R> = Pick<Rows<R>, 'total' | 'slice'>;

/**
 * The listed records of a collection that satisfy every condition, in order. The condition whose index leaves least
 * is visited; the others are asked of what it leaves, or visited too where that is less work. No key is looked at
 * twice.
 */
export function search<R extends Row>(
  collection: Collection<R>,
  conditions: readonly Condition[],
  order: ReadonlyArray<SortKey<R>>,
  reading: Reading,
): Matches<R> {
  const span = collection.idSpan();
  const [first, ...others] = conditions
    .map(condition => new Visit(condition, collection, reading))
    .sort((a, b) => a.cost - b.cost);
  if (first === undefined || span === undefined) {
    return collection.listed(order);
  }
  let found = first.ids(span);
  for (const visit of others) {
    const kept = new IdSet(span, collection.size);
    const cheap = found.ids.length * costOfRecord < visit.cost;
    const visited = cheap ? undefined : visit.ids(span);
    for (const id of found.ids) {
      if (visited === undefined ? visit.holds(collection.get(id)!) : visited.has(id)) {
        kept.add(id);
      }
    }
    found = kept;
  }
  return inOrder(collection, found, order);
}

/** One condition, and what visiting the keys that its ranges leave would cost. */
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

  /** The ids of all records that satisfy the condition. */
  ids(span: readonly [number, number]): IdSet {
    const {owner, accepts} = this.#condition;
    const found = new IdSet(span, this.#searched.size);
    const visit = (row: Row, id: number) =>
      found.add(owner === 'id' ? id : (row as unknown as Record<string, number>)[owner]!);
    for (const rows of this.#found) {
      rows.forEach(visit, accepts);
    }
    return found;
  }

  /** Whether one record satisfies it. */
  holds(record: R): boolean {
    const {key, owner} = this.#condition;
    const rows = owner === 'id' ? [record] : this.#keys.where(owner as 'id', record.id).toArray();
    return rows.some(row => this.#keys.keysOf(key, row).some(value => matchesKey(this.#condition, value)));
  }
}

/** A few records are sorted; for many the kept order of all is walked instead, as far as pages need it. */
function inOrder<R extends Row>(collection: Collection<R>, found: IdSet, order: ReadonlyArray<SortKey<R>>): Matches<R> {
  if (found.ids.length * costOfSorting > collection.size) {
    return new Walk(collection, found, order);
  }
  const rows = found.ids
    .map(id => collection.get(id)!)
    .filter(row => collection.isListed(row))
    .sort(orderBy(...order));
  return {total: rows.length, slice: (offset, limit) => rows.slice(offset, offset + limit)};
}

/** Records found, taken out of the kept order of all while pages are asked for. */
class Walk<R extends Row> implements Matches<R> {
  readonly total: number;
  readonly #all: Rows<R>;
  readonly #found: IdSet;
  readonly #rows: R[] = [];
  #walked = 0;

  constructor(collection: Collection<R>, found: IdSet, order: ReadonlyArray<SortKey<R>>) {
    this.#all = collection.listed(order);
    this.#found = found;
    const unlisted = collection.unlisted().toArray();
    this.total = found.ids.length - unlisted.filter(({id}) => found.has(id)).length;
  }

  slice(offset: number, limit: number): R[] {
    while (this.#rows.length < offset + limit && this.#walked < this.#all.total) {
      for (const row of this.#all.slice(this.#walked, stride)) {
        if (this.#found.has(row.id)) {
          this.#rows.push(row);
        }
      }
      this.#walked += stride;
    }
    return this.#rows.slice(offset, offset + limit);
  }
}
