import type {Key, KeyRange} from '../store/keys.js';

const compare = (a: Key, b: Key) => (a < b ? -1 : a > b ? 1 : 0);

export const everyKey: KeyRange = () => 0;

export const equalTo =
  (wanted: Key): KeyRange =>
  key =>
    compare(key, wanted);

/** @param from the least key, @param to the greatest; each included, and unbounded where it is left out */
export const between =
  (from: Key | undefined, to?: Key): KeyRange =>
  key =>
    from !== undefined && key < from ? -1 : to !== undefined && key > to ? 1 : 0;

export const startingWith =
  (text: string): KeyRange =>
  key =>
    String(key).startsWith(text) ? 0 : compare(key, text);
