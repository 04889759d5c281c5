import type {Issues} from '../schema/issues.js';
import type {Row, SortKey} from '../store/order.js';

/** The values of `sort`, each with the fields of the row that it sorts by. */
export type Sorts<R> = {readonly [name: string]: ReadonlyArray<SortKey<R>>};

/**
 * A trailing `!` reverses the order; ties are always ordered by ascending id. Contract: "Search parameters".
 * @param issues receives one if the name is unknown
 */
export function readSort<R extends Row>(sorts: Sorts<R>, wanted: string, issues: Issues): ReadonlyArray<SortKey<R>> {
  const reversed = wanted.endsWith('!');
  const name = reversed ? wanted.slice(0, -1) : wanted;
  if (!Object.hasOwn(sorts, name)) {
    const names = Object.keys(sorts).join(', ');
    issues.refuse('sort', `must be one of ${names}, with ! behind it to reverse, got ${JSON.stringify(wanted)}`);
    return [];
  }
  return reversed ? sorts[name]!.map(reverse) : sorts[name]!;
}

const reverse = <R>(key: SortKey<R>) => (key.startsWith('-') ? key.slice(1) : `-${key}`) as SortKey<R>;
