/** Anything the store keeps: an object that is never changed once stored, known by its id. */
export interface Row {
  readonly id: number;
}

export type Compare<R> = (a: R, b: R) => number;

/** A field to sort by; a leading `-` sorts it descending. */
export type SortKey<R> = (keyof R & string) | `-${keyof R & string}`;

export type Value = string | number | boolean | null | undefined;

/** `null` is the largest value: last when ascending, first when descending. */
export function compareValues(a: Value, b: Value): number {
  if (a === b) {
    return 0;
  }
  if (a === null || a === undefined) {
    return b === null || b === undefined ? 0 : 1;
  }
  if (b === null || b === undefined) {
    return -1;
  }
  return a < b ? -1 : 1;
}

/** The field of a key, and 1 where it sorts ascending, -1 where it does not. */
export function fieldOf<R>(key: SortKey<R>): {readonly field: keyof R; readonly sign: 1 | -1} {
  const descending = key.startsWith('-');
  return {field: (descending ? key.slice(1) : key) as keyof R, sign: descending ? -1 : 1};
}

/** A total order over rows: by the keys, one after another, and by id where they tie. */
export function orderBy<R extends Row>(...keys: ReadonlyArray<SortKey<R>>): Compare<R> {
  const steps = keys.map(fieldOf<R>);
  return (a, b) => {
    for (const {field, sign} of steps) {
      const difference = compareValues(a[field] as Value, b[field] as Value);
      if (difference !== 0) {
        return difference * sign;
      }
    }
    return a.id - b.id;
  };
}
