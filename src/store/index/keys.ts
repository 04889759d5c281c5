import type {Row} from '../order.js';

/** What a row is searched by. All keys of one name are of one type. */
export type Key = string | number;

/** The keys of a row under one name; a row without the value has none. */
export type KeysOf<R> = (row: R) => readonly Key[];

/**
 * Where the keys of one name are: in a field of the row, where null is none, or made by a function. A field takes no
 * memory besides the row's own; but a walk through all of a long range is slower, because each row has to be looked at.
 */
export type KeySource<R> = (keyof R & string) | KeysOf<R>;

/** One key of one row. */
export interface Entry<R> extends Row {
  readonly key: Key;
  readonly row: R;
}

/** Where a key stands: under 0 before the range, 0 in it, over 0 beyond it. */
export type KeyRange = (key: Key) => number;

export function entriesOf<R extends Row>(row: R, keysOf: KeysOf<R>): Array<Entry<R>> {
  const keys = keysOf(row);
  const distinct = keys.length > 1 ? [...new Set(keys)] : keys;
  return distinct.map(key => ({id: row.id, key, row}));
}

export const compareKeys = (a: Key, b: Key): number => (a < b ? -1 : a > b ? 1 : 0);

export const orderByKey = (a: Entry<unknown>, b: Entry<unknown>): number => compareKeys(a.key, b.key) || a.id - b.id;

/** The order in which rows and their texts were made and lie in memory: a pass over all is three times as fast so. */
export const orderById = (a: Entry<unknown>, b: Entry<unknown>): number => a.id - b.id || compareKeys(a.key, b.key);
