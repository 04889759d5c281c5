import type {Chunked} from '../chunked.js';
import type {IndexValue} from '../keys.js';
import {type Compare, compareValues, orderBy, type Row, type SortKey} from '../order.js';
import type {Rows} from '../rows.js';
import {OrderedSet} from './ordered-set.js';
import {ArrayRows, OrderedSlice} from './ordered-slice.js';
import {groupInChunks, sortInChunks} from './sort.js';
import {lookUp, type Tree, treeOf} from './tree.js';

/** The rows that share a value, in order: few in an array that is never changed, more in a set. */
type Group<R> = readonly R[] | OrderedSet<R>;
type Groups<R> = Tree<IndexValue, Group<R>>;

const mostInArray = 32;

const groupsInAStep = 1024;

/**
 * The rows of each value of a field. The values stand in the tree itself, so that a look-up touches no rows but those
 * that it answers: in a set of all rows, each step on the way down would be a row that no processor's cache holds.
 */
export class FieldIndex<R extends Row> {
  readonly #field: keyof R & string;
  readonly #compare: Compare<R>;
  readonly #groups: Groups<R>;

  private constructor(field: keyof R & string, compare: Compare<R>, groups: Groups<R>) {
    this.#field = field;
    this.#compare = compare;
    this.#groups = groups;
  }

  /**
   * Builds the index in chunks.
   * @param rows in any order
   * @param order of the rows that share a value; by id if it is empty
   */
  static *inChunks<R extends Row>(
    rows: readonly R[],
    field: keyof R & string,
    order: ReadonlyArray<SortKey<R>>,
  ): Chunked<FieldIndex<R>> {
    const compare = orderBy<R>(...order);
    const groups = yield* groupInChunks(rows, field);
    const sorted: Array<Group<R>> = [];
    for (const [, group] of groups) {
      sorted.push(groupOf(yield* sortInChunks(group, compare), compare));
      if (sorted.length % groupsInAStep === 0) {
        yield;
      }
    }
    const values = groups.map(([value]) => value as IndexValue);
    return new FieldIndex(field, compare, treeOf(values, sorted, compareValues));
  }

  /** The rows that have the value. */
  rows(value: IndexValue): Rows<R> {
    const group = (value === null ? this.#groups.get(null) : lookUp(this.#groups, value)) ?? [];
    return group instanceof OrderedSet ? new OrderedSlice(group) : new ArrayRows(group);
  }

  /** A copy that can be changed without this one seeing it; costs the same whatever the size. */
  clone(): FieldIndex<R> {
    return new FieldIndex(this.#field, this.#compare, this.#groups.clone());
  }

  add(row: R): void {
    this.#change(
      row,
      set => set.add(row),
      rows => [...rows, row].sort(this.#compare),
    );
  }

  delete(row: R): void {
    this.#change(
      row,
      set => set.delete(row),
      rows => rows.filter(({id}) => id !== row.id),
    );
  }

  /** Puts a changed copy in the place of the group that a row belongs to: others may share the one that is there. */
  #change(row: R, inSet: (set: OrderedSet<R>) => void, inArray: (rows: readonly R[]) => readonly R[]): void {
    const value = row[this.#field] as IndexValue;
    const group = this.#groups.get(value) ?? [];
    if (group instanceof OrderedSet) {
      const copy = group.clone();
      inSet(copy);
      this.#groups.set(value, copy);
      return;
    }
    const rows = inArray(group);
    if (rows.length > 0) {
      this.#groups.set(value, groupOf(rows, this.#compare));
    } else {
      this.#groups.delete(value);
    }
  }
}

/** @param rows in order */
const groupOf = <R>(rows: readonly R[], compare: Compare<R>): Group<R> =>
  rows.length > mostInArray ? OrderedSet.from(rows, compare) : rows;
