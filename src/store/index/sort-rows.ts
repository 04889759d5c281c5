import {sortByValue} from '../../workload/sort-by-value.js';
import {sortInSteps} from '../../workload/sort-in-steps.js';
import type {Steps} from '../../workload/steps.js';
import {compareValues, fieldOf, orderBy, type Row, type SortKey, type Value} from '../order.js';

/** In steps: rows as `orderBy` has them. */
export function* sortRows<R extends Row>(rows: readonly R[], keys: ReadonlyArray<SortKey<R>>): Steps<readonly R[]> {
  const [first, ...others] = keys;
  const ofRows = orderBy(...keys);
  if (first === undefined) {
    return yield* sortInSteps(rows, ofRows);
  }
  const {field, sign} = fieldOf(first);
  return yield* sortByValue(rows, row => (row[field] ?? null) as Value, {
    ofValues: (a, b) => compareValues(a, b) * sign,
    ofRows,
    group: group => sortRows(group, others),
  });
}
