import type {AccountState} from '../../accounts/account-state.js';
import {defaultAccount, type KeptAccount} from '../../accounts/accounts.js';
import type {Change, MadeAccount} from '../../accounts/change-log.js';
import type {Records} from '../../store/records.js';
import {writeChange} from '../changes.js';
import {isSameClock} from '../snapshot/written-clock.js';
import {commonBaseline, type Entry, entryOf, madeAs, type Source, savedAs} from './entries.js';

const isSame = (one: AccountState, other: AccountState) =>
  one.records === other.records && isSameClock(one.clock, other.clock);

/** All accounts as the file and its log have them: references, so that what a change is written as costs what changed. */
export class KeptAccounts {
  readonly #baseline: AccountState;
  #accounts = new Map<string, KeptAccount>();
  /** Where records were last put: what is made from them says so, whatever their size. */
  #places = new WeakMap<Records, Source>();

  constructor(baseline: AccountState) {
    this.#baseline = baseline;
    this.#places.set(baseline.records, {account: commonBaseline});
  }

  /** As they are now; later changes don't show in it. */
  all(): ReadonlyMap<string, KeptAccount> {
    return new Map(this.#accounts);
  }

  has(name: string): boolean {
    return this.#accounts.has(name);
  }

  put(name: string, account: KeptAccount): void {
    this.#accounts.set(name, account);
    for (const snapshot of account.snapshots.values()) {
      this.#places.set(snapshot.records, {account: name, snapshot: snapshot.name});
    }
    this.#places.set(account.current.records, {account: name});
  }

  /** Makes the default account's state this one. */
  putDefault(current: AccountState): void {
    const known = this.#accounts.get(defaultAccount);
    if (known === undefined || !isSame(known.current, current)) {
      this.put(defaultAccount, {...(known ?? {snapshots: new Map(), assume: {}}), current});
    }
  }

  delete(name: string): void {
    this.#accounts.delete(name);
  }

  /** An account once a change is made to it. */
  after(name: string, {after, asBaseline, saved, deleted}: Change): KeptAccount {
    const known: KeptAccount = this.#accounts.get(name) ?? {current: after, snapshots: new Map(), assume: {}};
    let {snapshots} = known;
    if (saved !== undefined || deleted !== undefined) {
      const copy = new Map(snapshots);
      copy.delete(deleted ?? '');
      snapshots = saved === undefined ? copy : copy.set(saved.name, saved);
    }
    return {...known, current: after, snapshots, ...(asBaseline && {baseline: after})};
  }

  /** A change as entries; none where it changes nothing. */
  entriesOf(name: string, change: Change): Entry[] {
    const {before, after, saved} = change;
    const known = this.#accounts.get(name);
    // One that was never written to is as all accounts start; a name may also be used again.
    const isKnown = known !== undefined && isSame(known.current, before);
    const first = isKnown ? [] : [this.#fromBaseline({account: name, made: madeAs(known ?? {assume: {}})}, before)];
    const what = saved === undefined ? {} : {saved: savedAs(saved)!};
    const written = writeChange({before, after: saved ?? after});
    const entry = {...entryOf(name, change), ...what, ...written};
    return Object.keys(entry).length > 1 ? [...first, entry] : [];
  }

  /** The entry of an account that is made of a state. @param busy an account whose state the file is about to have */
  entryOfMade(made: MadeAccount, busy: string | undefined): Entry {
    const isCommon = isSame(made.from, this.#baseline);
    const entry: Entry = {account: made.name, made: madeAs(made), ...(!isCommon && {baseline: 'too'})};
    const source = this.#places.get(made.from.records);
    const state = source && source.account !== busy ? this.#at(source) : undefined;
    return state?.records === made.from.records
      ? {...entry, from: source!, ...writeChange({before: state, after: made.from})}
      : this.#fromBaseline(entry, made.from);
  }

  #fromBaseline(entry: Entry, state: AccountState): Entry {
    const written = writeChange({before: this.#baseline, after: state});
    return {...entry, from: {account: commonBaseline}, ...written};
  }

  #at({account, snapshot}: Source): AccountState | undefined {
    if (account === commonBaseline) {
      return this.#baseline;
    }
    const known = this.#accounts.get(account);
    return snapshot === undefined ? known?.current : known?.snapshots.get(snapshot);
  }
}

/** An account that was just made, by the entry that says so. */
export const keptAs = ({from, assume, expiresAt}: MadeAccount, {baseline}: Entry): KeptAccount => ({
  current: from,
  ...(baseline && {baseline: from}),
  snapshots: new Map(),
  assume,
  ...(expiresAt !== undefined && {expiresAt}),
});
