import type {AccountState} from '../../accounts/account-state.js';
import type {Collection} from '../../store/collection.js';
import {memoizeWeakly} from '../../store/memoize-weakly.js';
import type {Row} from '../../store/order.js';
import type {Records} from '../../store/records.js';

/**
 * Makes what is kept of states once they are not the present ones any more: their rows. Orders, indexes and keys are made
 * when a state is read, and what searches found is remembered by its records: a state that is kept as it is would hold
 * all of them, megabytes each.
 */
export function bareStates(): (state: AccountState) => AccountState {
  const bareOf = memoizeWeakly((collection: Collection<Row>) => collection.bare());
  const recordsOf = memoizeWeakly(
    ({collections, nextIds}: Records): Records => ({collections: collections.map(bareOf), nextIds}),
  );
  return ({records, clock}) => ({records: recordsOf(records), clock});
}
