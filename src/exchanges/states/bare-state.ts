import type {AccountState} from '../../accounts/account-state.js';
import type {Collection} from '../../store/collection.js';
import {memoizeWeakly} from '../../store/memoize-weakly.js';
import type {Row} from '../../store/order.js';

/** States share the collections that no request changed. */
const bareCollection = memoizeWeakly((collection: Collection<Row>) => collection.bare());

/**
 * The state with its rows only. Orders, indexes and search results belong to the current records of an account; a journal
 * that kept them with each old state would hold megabytes per request.
 */
export const bareState = memoizeWeakly(({records, clock}: AccountState): AccountState => {
  const {collections, nextIds} = records;
  return {records: {collections: collections.map(bareCollection), nextIds}, clock};
});
