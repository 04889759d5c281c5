import type {Row} from '../order.js';
import type {Entry, Key} from './keys.js';
import type {Rows} from './rows.js';

/** Rows in the order of their keys; a row once for each of them. */
export interface IndexRange<R> {
  readonly total: number;
  /** Visits the rows of all keys, or of those that are accepted. */
  forEach(visit: (row: R, id: number) => void, accepts?: (key: Key) => boolean): void;
}

/** Keys that were made, each with its row. */
export const byEntry = <R extends Row>(entries: Rows<Entry<R>>): IndexRange<R> => ({
  total: entries.total,
  forEach(visit, accepts = () => true) {
    entries.forEach(({key, row, id}) => {
      if (accepts(key)) {
        visit(row, id);
      }
    });
  },
});

/** Rows that hold their key themselves. It is only looked at where it has to be: that takes as long as the rest. */
export const byField = <R extends Row>(rows: Rows<R>, field: keyof R & string): IndexRange<R> => ({
  total: rows.total,
  forEach(visit, accepts) {
    rows.forEach(row => {
      if (accepts === undefined || accepts(row[field] as Key)) {
        visit(row, row.id);
      }
    });
  },
});
