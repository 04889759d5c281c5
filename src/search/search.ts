import type {Collection, Reading} from '../store/collection.js';
import {orderBy, type Row, type SortKey} from '../store/order.js';
import type {Rows} from '../store/rows.js';
import {sortInSteps} from '../workload/sort-in-steps.js';
import type {Steps} from '../workload/steps.js';
import {type Condition, matchesKey} from './condition.js';
import {IdSet} from './id-set.js';
import {type Matches, matchesOf, Walk} from './matches.js';

/**
 * What looking at one record costs, in keys visited: a record that is looked at by itself, with those that go with it,
 * takes a few descents of a tree; a key that is visited in passing takes a step.
 */
const costOfRecord = 16;

/** What fetching and sorting one record costs, in records that are walked by. */
const costOfSorting = 100;

/** How many keys are visited in a step: each may be a text of 64 KiB. */
const keysInAStep = 512;

/** How many records are looked at in a step: the texts of each may have to be prepared for comparing. */
const recordsInAStep = 64;

/**
 * In steps: the listed records of a collection that satisfy every condition, in order. The condition whose index leaves least
 * is visited; the others are asked of what it leaves, or visited too where that is less work. No key is looked at
 * twice.
 */
export function* search<R extends Row>(
  collection: Collection<R>,
  conditions: readonly Condition[],
  order: ReadonlyArray<SortKey<R>>,
  reading: Reading,
): Steps<Matches<R>> {
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
  *ids(span: readonly [number, number]): Steps<IdSet> {
    const {owner, accepts} = this.#condition;
    const found = new IdSet(span, this.#searched.size);
    const visit = (row: Row, id: number) =>
      found.add(owner === 'id' ? id : (row as unknown as Record<string, number>)[owner]!);
    for (const rows of this.#found) {
      for (let from = 0; from < rows.total; from += keysInAStep) {
        rows.forEach(from, from + keysInAStep, visit, accepts);
        yield;
      }
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
function* inOrder<R extends Row>(
  collection: Collection<R>,
  found: IdSet,
  order: ReadonlyArray<SortKey<R>>,
): Steps<Matches<R>> {
  if (found.size * costOfSorting > collection.size) {
    return new Walk(collection, found, order);
  }
  const rows: R[] = [];
  for (const ids of found.stretches) {
    rows.push(...ids.map(id => collection.get(id)!).filter(row => collection.isListed(row)));
    yield;
  }
  const sorted = yield* sortInSteps(rows, orderBy(...order));
  return matchesOf({total: sorted.length, slice: (offset, limit) => sorted.slice(offset, offset + limit)});
}
