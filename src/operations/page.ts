import {type Matches, matchesOf} from '../search/matches.js';
import type {Chunked} from '../store/chunked.js';
import type {Rows} from '../store/order.js';
import type {ResultPage} from './operation.js';

export interface Paging {
  readonly limit: number;
  readonly offset: number;
}

/** Longer pages are presented in chunks. */
const longestAtOnce = 1000;

export function page<R>(rows: Pick<Rows<R>, 'total' | 'slice'>, paging: Paging, present: (row: R) => object) {
  const {limit, offset} = paging;
  return limit > longestAtOnce
    ? pageOf(matchesOf(rows), paging, present)
    : {total: rows.total, items: rows.slice(offset, limit).map(present)};
}

/** Each record may expand thousands of others. */
const presentedInAChunk = 8;

export function* pageOf<R>(
  matches: Matches<R>,
  {limit, offset}: Paging,
  present: (row: R) => object,
): Chunked<ResultPage> {
  const items: object[] = [];
  for (const row of yield* matches.slice(offset, limit)) {
    items.push(present(row));
    if (items.length % presentedInAChunk === 0) {
      yield;
    }
  }
  return {total: matches.total, items};
}

/** For rows that fit into an array. */
export const pageable = <R>(rows: readonly R[]): Pick<Rows<R>, 'total' | 'slice'> => ({
  total: rows.length,
  slice: (offset, limit) => rows.slice(offset, offset + limit),
});
