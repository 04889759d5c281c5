import {compareKeys, type Key, type KeysOf} from '../keys.js';
import type {Compare, Row} from '../order.js';

/** One key of one row. */
export interface Entry<R> extends Row {
  readonly key: Key;
  readonly row: R;
}

export function entriesOf<R extends Row>(row: R, keysOf: KeysOf<R>): Array<Entry<R>> {
  const keys = keysOf(row);
  const distinct = keys.length > 1 ? [...new Set(keys)] : keys;
  return distinct.map(key => ({id: row.id, key, row}));
}

export const byKey: Compare<Entry<unknown>> = (a, b) => compareKeys(a.key, b.key) || a.id - b.id;

/** The order in which rows and their texts were made and lie in memory: a pass over all is three times as fast so. */
export const byId: Compare<Entry<unknown>> = (a, b) => a.id - b.id || compareKeys(a.key, b.key);
