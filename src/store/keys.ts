/** What a row is searched by. All keys of one name are of one type. */
export type Key = string | number;

/** What rows are looked up by in a field. */
export type IndexValue = Key | null;

/** The keys of a row under one name; a row without the value has none. */
export type KeysOf<R> = (row: R) => readonly Key[];

/**
 * Where the keys of one name are: in a field of the row, where null is none, or made by a function. A field takes no
 * memory besides the row's own; but a walk through all of a long range is slower, because each row has to be looked at.
 */
export type KeySource<R> = (keyof R & string) | KeysOf<R>;

/** Where a key stands: under 0 before the range, 0 in it, over 0 beyond it. */
export type KeyRange = (key: Key) => number;

export const compareKeys = (a: Key, b: Key): number => (a < b ? -1 : a > b ? 1 : 0);
