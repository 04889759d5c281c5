import type {Chunked} from '../store/chunked.js';
import type {Rows} from '../store/order.js';
import type {Page} from './operation.js';

interface Paging {
  readonly limit: number;
  readonly offset: number;
}

/** A longer page is read and presented in steps of this many rows. */
const longestStep = 1000;

export function page<R>(
  rows: Pick<Rows<R>, 'total' | 'slice'>,
  paging: Paging,
  present: (row: R) => object,
): Page | Chunked<Page> {
  const {limit, offset} = paging;
  return limit > longestStep
    ? longPage(rows, paging, present)
    : {total: rows.total, items: rows.slice(offset, limit).map(present)};
}

function* longPage<R>(
  rows: Pick<Rows<R>, 'total' | 'slice'>,
  {limit, offset}: Paging,
  present: (row: R) => object,
): Chunked<Page> {
  const items: object[] = [];
  const end = Math.min(offset + limit, rows.total);
  for (let from = offset; from < end; from += longestStep) {
    for (const row of rows.slice(from, Math.min(longestStep, end - from))) {
      items.push(present(row));
    }
    yield;
  }
  return {total: rows.total, items};
}

/** Rows that are few enough for an array. */
export const pageable = <R>(rows: readonly R[]): Pick<Rows<R>, 'total' | 'slice'> => ({
  total: rows.length,
  slice: (offset, limit) => rows.slice(offset, offset + limit),
});
