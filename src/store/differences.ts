import type {NewNodes} from './index/tree-differences.js';
import type {Row} from './order.js';
import type {Records} from './records.js';

/** What became of one record: `before` is undefined where it came, `after` where it went. */
export interface Difference {
  readonly collection: string;
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

/** Counts what is new of records. */
export interface NewParts extends NewNodes {
  collections: number;
}

/**
 * How `after` differs from `before`, by collection and id. Costs what was changed between the two, not what they hold:
 * what they share is not looked at. Each is found when it is asked for.
 */
export function* differences(before: Records, after: Records, counted?: NewParts): Generator<Difference, void> {
  for (const [name, collection] of after.collections) {
    const old = before.collections.get(name);
    if (old !== collection) {
      if (counted !== undefined) {
        counted.collections += 1;
      }
      for (const [oldRow, newRow] of collection.differences(old, counted)) {
        yield {collection: name, before: oldRow, after: newRow};
      }
    }
  }
}
