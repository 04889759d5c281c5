import {sortByValue} from '../../workload/sort-by-value.js';
import {sortInSteps} from '../../workload/sort-in-steps.js';
import type {Steps} from '../../workload/steps.js';
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

const orderByKey = (a: Entry<unknown>, b: Entry<unknown>): number => compareKeys(a.key, b.key) || a.id - b.id;

const orderById = (a: Entry<unknown>, b: Entry<unknown>): number => a.id - b.id || compareKeys(a.key, b.key);

/** An order of entries, and what puts them into it. */
export interface EntryOrder {
  readonly compare: Compare<Entry<unknown>>;
  sort<R>(entries: ReadonlyArray<Entry<R>>): Steps<ReadonlyArray<Entry<R>>>;
}

export const byKey: EntryOrder = {
  compare: orderByKey,
  sort: entries => sortByValue(entries, ({key}) => key, {ofValues: compareKeys, ofRows: orderByKey, group: sortById}),
};

/** The order in which rows and their texts were made and lie in memory: a pass over all is three times as fast so. */
export const byId: EntryOrder = {compare: orderById, sort: sortById};

function sortById<R>(entries: ReadonlyArray<Entry<R>>): Steps<ReadonlyArray<Entry<R>>> {
  return sortInSteps(entries, orderById);
}
