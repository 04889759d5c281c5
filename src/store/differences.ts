import type {Row} from './order.js';
import type {Records} from './records.js';

/** What became of one record: `before` is undefined where it came, `after` where it went. */
export interface Difference {
  readonly collection: string;
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

/**
 * How `after` differs from `before`, by collection and id. Costs what was changed between the two, not what they hold:
 * what they share is not looked at. Each is found when it is asked for.
 */
export function* differences(before: Records, after: Records): Generator<Difference, void> {
  for (const [name, collection] of after.collections) {
    const old = before.collections.get(name);
    if (old !== collection) {
      for (const [oldRow, newRow] of collection.differences(old)) {
        yield {collection: name, before: oldRow, after: newRow};
      }
    }
  }
}
