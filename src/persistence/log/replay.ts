import type {AccountState} from '../../accounts/account-state.js';
import {defaultAccount} from '../../accounts/accounts.js';
import type {KeptAccount, Snapshot} from '../../accounts/change-log.js';
import {machineClock} from '../../accounts/clock.js';
import {recordsFrom} from '../../store/records.js';
import type {Schema} from '../../store/schema.js';
import {Edited} from '../changes.js';
import {SnapshotError} from '../snapshot/snapshot-error.js';
import {commonBaseline, type Entry, type Source} from './entries.js';

interface Place {
  readonly made: NonNullable<Entry['made']>;
  current: Edited;
  baseline?: Edited;
  readonly snapshots: Map<string, {readonly savedAt: string; readonly state: Edited}>;
}

/** Applies entries in order to the accounts of a file. */
export class Replay {
  readonly #places = new Map<string, Place>();
  readonly #nothing: AccountState;

  constructor(state: AccountState, schema: Schema) {
    this.#nothing = {records: recordsFrom(schema), clock: machineClock};
    this.#places.set(defaultAccount, {made: {assume: {}}, current: new Edited(state), snapshots: new Map()});
  }

  /** @throws SnapshotError if an entry refers to something unknown, or is unreadable */
  apply(entry: Entry): void {
    const {account, made, from, deleted, dropped, saved, baseline} = entry;
    if (dropped) {
      this.#places.delete(account);
      return;
    }
    // The most common entry: a change of an account's current state, which is applied in place.
    if (made === undefined && from === undefined && saved === undefined && baseline !== 'only') {
      const place = this.#place(account);
      place.current.take(entry);
      if (baseline === 'too') {
        place.baseline = new Edited(place.current.state);
      }
      if (deleted !== undefined) {
        place.snapshots.delete(deleted);
      }
      return;
    }
    this.#put(entry, new Edited(from === undefined ? this.#place(account).current.state : this.#find(from)));
  }

  /** The common baseline, if it differs from the default account's current state. */
  common(): AccountState | undefined {
    return this.#places.get(commonBaseline)?.current.state;
  }

  /** The stored data of each account, the default account first. */
  kept(): Map<string, KeptAccount> {
    const places = [...this.#places].filter(([name]) => name !== commonBaseline);
    return new Map(places.map(([name, place]) => [name, keptOf(place)]));
  }

  #put({account, made, saved, baseline, ...change}: Entry, state: Edited): void {
    state.take(change);
    if (made !== undefined) {
      this.#places.set(account, {made, current: state, snapshots: new Map()});
    }
    const place = this.#place(account);
    if (saved !== undefined) {
      place.snapshots.set(saved.name, {savedAt: saved.saved_at, state});
    } else if (baseline !== 'only') {
      place.current = state;
    }
    if (baseline !== undefined) {
      place.baseline = new Edited(state.state);
    }
  }

  #place(account: string): Place {
    const place = this.#places.get(account);
    if (place === undefined) {
      throw new SnapshotError(`An account cannot be loaded: there is no ${account} before it is changed`);
    }
    return place;
  }

  #find(source: Source | 'nothing'): AccountState {
    if (source === 'nothing') {
      return this.#nothing;
    }
    const place = this.#place(source.account);
    const found = source.snapshot === undefined ? place.current : place.snapshots.get(source.snapshot)?.state;
    const state = source.baseline ? place.baseline : found;
    if (state === undefined) {
      throw new SnapshotError(`An account cannot be loaded: there is no ${JSON.stringify(source)} to make it from`);
    }
    return state.state;
  }
}

function keptOf({made, current, baseline, snapshots}: Place): KeptAccount {
  const all = Array.from(snapshots, ([name, {savedAt, state}]): [string, Snapshot] => [
    name,
    {name, savedAt, ...state.state},
  ]);
  return {
    current: current.state,
    ...(baseline && {baseline: baseline.state}),
    snapshots: new Map(all),
    assume: made.assume,
    ...(made.expires_at !== undefined && {expiresAt: made.expires_at}),
  };
}
