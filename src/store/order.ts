/** @param key by which the row was found; its id if by none */
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

  /** Visits the rows at positions `from` (included) to `to` (excluded) in order, without a copy of them. */
  forEach(from: number, to: number, visit: Visit<R>): void {
    this.#walk(from, Math.min(to, this.total), visit);
  }

  /** Returns at most `limit` rows from `offset` on. */
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

/** A value that rows are found by. All keys of one name are of one type. */
export type Key = string | number;

/** The keys of a row under one name; a row without the value has none. */
export type KeysOf<R> = (row: R) => readonly Key[];

/**
 * The source of the keys of one name: a field of the row, where null is no key, or a function. A field takes no
 * memory besides the row's own; but a walk through all of a long range is slower, because each row has to be looked at.
 */
export type KeySource<R> = (keyof R & string) | KeysOf<R>;

/** Compares a key with a range: under 0 before it, 0 inside, over 0 beyond it. */
export type KeyRange = (key: Key) => number;

export const compareKeys = (a: Key, b: Key): number => (a < b ? -1 : a > b ? 1 : 0);

/** Anything the store keeps: an object that is never changed once stored, known by its id. */
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

/** A total order over rows: by the keys, one after another, and by id where they tie. */
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
