import {compareKeys, type Key, type KeyRange} from '../store/keys.js';

export const equalTo =
  (wanted: Key): KeyRange =>
  key =>
    compareKeys(key, wanted);

/** @param from the least key, @param to the greatest; each included, and unbounded where it is left out */
export const between =
  (from: Key | undefined, to?: Key): KeyRange =>
  key =>
    from !== undefined && key < from ? -1 : to !== undefined && key > to ? 1 : 0;

export const startingWith =
  (text: string): KeyRange =>
  key =>
    String(key).startsWith(text) ? 0 : compareKeys(key, text);
