import type {Key} from './keys.js';

/** Rows in an order: what a list, an index or a range of keys answers. All that is to be known of them outside the store. */
export interface Rows<R> {
  /** In a range of keys, a row counts once for each of its keys. */
  readonly total: number;
  /** The rows from `offset` on, `limit` at most. */
  slice(offset: number, limit: number): readonly R[];
  toArray(): readonly R[];
  first(): R | undefined;
  /**
   * Visits the rows from one place (included) to another (excluded) in order, without a copy of them and without an
   * object for each.
   * @param accepts passes over the rows whose key it refuses: the key they were found by, or their id where they were
   *   found by none. A key is only looked at for this: that can take as long as the rest
   */
  forEach(from: number, to: number, visit: (row: R, id: number) => void, accepts?: (key: Key) => boolean): void;
}
