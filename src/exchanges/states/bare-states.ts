import type {AccountState} from '../../accounts/account-state.js';
import type {Collection} from '../../store/collection.js';
import {memoizeWeakly} from '../../store/memoize-weakly.js';
import type {Row} from '../../store/order.js';
import type {Records} from '../../store/records.js';
import {KeptState} from './kept-state.js';

/** Records without orders, indexes and keys: the same for the same. */
export type BareRecords = (records: Records) => Records;

/**
 * Makes what is kept of records once they are not the present ones any more: their rows. Orders, indexes and keys are made
 * when records are read, and what searches found is remembered by them: records that are kept as they are would hold all
 * of that, megabytes each.
 */
export function bareRecords(): BareRecords {
  const bareOf = memoizeWeakly((collection: Collection<Row>) => collection.bare());
  return memoizeWeakly(({collections, nextIds}: Records): Records => ({collections: collections.map(bareOf), nextIds}));
}

/** What is kept of the states of one account. Accounts may begin with the same state, and let go of it each for itself. */
export class BareStates {
  readonly #bare: BareRecords;
  readonly #known = new WeakMap<AccountState, KeptState>();

  constructor(bare: BareRecords) {
    this.#bare = bare;
  }

  /** What is kept of a state: the same for all who ask, for as long as it is. */
  of(state: AccountState): KeptState {
    const known = this.#known.get(state);
    if (known !== undefined && (known.state !== undefined || known.isGone)) {
      return known;
    }
    const kept = new KeptState({records: this.#bare(state.records), clock: state.clock});
    this.#known.set(state, kept);
    return kept;
  }
}
