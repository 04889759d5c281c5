/** @param key by which the row was found; otherwise its id */
type Visit<R> = (row: R, id: number, key: Key) => void;

/** Rows in an order: the result of a list, an index or a range of keys. */
export class Rows<R> {
  readonly #walk: (from: number, to: number, visit: Visit<R>) => void;

  /** @param total number of rows; in a range of keys, a row counts once for each of its keys */
  constructor(
    readonly total: number,
    walk: (from: number, to: number, visit: Visit<R>) => void,
  ) {
    this.#walk = walk;
  }

  /** Visits the rows at positions `from` (included) to `to` (excluded) in order, without copying them. */
  forEach(from: number, to: number, visit: Visit<R>): void {
    this.#walk(from, Math.min(to, this.total), visit);
  }

  /** Returns at most `limit` rows, starting at `offset`. */
  slice(offset: number, limit: number): readonly R[] {
    const rows: R[] = [];
    this.forEach(offset, offset + limit, row => rows.push(row));
    return rows;
  }

  toArray(): readonly R[] {
    return this.slice(0, this.total);
  }

  first(): R | undefined {
    return this.slice(0, 1)[0];
  }
}

/** A lookup value. All keys of one name have the same type. */
export type Key = string | number;

/** The keys of a row under one name; none for a row without the value. */
export type KeysOf<R> = (row: R) => readonly Key[];

/**
 * The source of the keys of one name: a field of the row, where null is no key, or a function. A field needs no extra
 * memory, but walking a long range is slower, because it reads each row.
 */
export type KeySource<R> = (keyof R & string) | KeysOf<R>;

/** Compares a key with a range: negative before it, 0 inside, positive after it. */
export type KeyRange = (key: Key) => number;

export const compareKeys = (a: Key, b: Key): number => (a < b ? -1 : a > b ? 1 : 0);

/** An immutable stored object, identified by its id. */
export interface Row {
  readonly id: number;
}

export type Compare<R> = (a: R, b: R) => number;

/** A field to sort by; a leading `-` sorts it descending. */
export type SortKey<R> = (keyof R & string) | `-${keyof R & string}`;

type Value = string | number | boolean | null | undefined;

/** `null` is the largest value: last when ascending, first when descending. */
function compareValues(a: Value, b: Value): number {
  if (a === b) {
    return 0;
  }
  if (a === null || a === undefined) {
    return b === null || b === undefined ? 0 : 1;
  }
  if (b === null || b === undefined) {
    return -1;
  }
  return a < b ? -1 : 1;
}

/** A total order: by each key in turn, then by id. */
export function orderBy<R extends Row>(...keys: ReadonlyArray<SortKey<R>>): Compare<R> {
  const [first, ...others] = keys;
  if (first === undefined) {
    return (a, b) => a.id - b.id;
  }
  const sign = first.startsWith('-') ? -1 : 1;
  const field = (sign === -1 ? first.slice(1) : first) as keyof R;
  const compareOthers = orderBy<R>(...others);
  return (a, b) => compareValues(a[field] as Value, b[field] as Value) * sign || compareOthers(a, b);
}
