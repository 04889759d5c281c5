import type {AccountState} from '../../accounts/account-state.js';
import {defaultAccount} from '../../accounts/accounts.js';
import type {Change, KeptAccount, NewAccount} from '../../accounts/change-log.js';
import type {Records} from '../../store/records.js';
import {fewDifferences, writeChange} from '../changes.js';
import {isSameClock} from '../snapshot/written-clock.js';
import {commonBaseline, type Entry, entryOf, madeAs, type Source, savedAs} from './entries.js';

/** A larger change is stored by rewriting the file, because its line might exceed the maximum string length. */
export const tooManyRows = 20_000;

const isSame = (one: AccountState, other: AccountState) =>
  one.records === other.records && isSameClock(one.clock, other.clock);

/** All accounts as stored. It references states, so the written form of a change depends only on its size. */
export class KeptAccounts {
  readonly #baseline: AccountState;
  #accounts = new Map<string, KeptAccount>();
  /** The last stored location of records; entries refer to it instead of repeating the records. */
  #places = new WeakMap<Records, Source>();

  constructor(baseline: AccountState) {
    this.#baseline = baseline;
    this.#places.set(baseline.records, {account: commonBaseline});
  }

  /** A copy; later changes do not affect it. */
  all(): ReadonlyMap<string, KeptAccount> {
    return new Map(this.#accounts);
  }

  has(name: string): boolean {
    return this.#accounts.has(name);
  }

  put(name: string, account: KeptAccount): void {
    this.#accounts.set(name, account);
    this.#remember({account: name}, account.current);
    if (account.baseline !== undefined) {
      this.#remember({account: name, baseline: true}, account.baseline);
    }
    for (const snapshot of account.snapshots.values()) {
      this.#remember({account: name, snapshot: snapshot.name}, snapshot);
    }
  }

  /** Snapshots come last: an account's current state soon changes, and its location becomes invalid. */
  #remember(source: Source, {records}: AccountState): void {
    if (records !== this.#baseline.records) {
      this.#places.set(records, source);
    }
  }

  putDefault(current: AccountState): void {
    const known = this.#accounts.get(defaultAccount);
    if (known === undefined || !isSame(known.current, current)) {
      this.put(defaultAccount, {...(known ?? {snapshots: new Map(), assume: {}}), current});
    }
  }

  delete(name: string): void {
    this.#accounts.delete(name);
  }

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

  /**
   * A change as entries; empty if nothing changes. An entry refers to a stored state, so that a reset costs the same at
   * any size.
   * @param busy as for `entriesOfMade`
   * @returns undefined if it is too large for log lines
   */
  entriesOf(name: string, change: Change, busy: string | undefined): Entry[] | undefined {
    const {before, after, saved} = change;
    const known = this.#accounts.get(name);
    // An unchanged account still has the common baseline; a name may be reused.
    const isKnown = known !== undefined && isSame(known.current, before);
    const first = isKnown ? [] : this.#fromBaseline({account: name, made: madeAs(known ?? {assume: {}})}, before);
    const place = saved === undefined ? this.#placeOf(after, busy) : undefined;
    if (place !== undefined && before.records !== after.records && first !== undefined) {
      const written = writeChange({before: place.state, after});
      return [...first, {...entryOf(name, change), from: place.source, ...written}];
    }
    const what = saved === undefined ? {} : {saved: savedAs(saved)!};
    const found = fewDifferences(before.records, (saved ?? after).records, tooManyRows);
    if (found === undefined || first === undefined) {
      return undefined;
    }
    const written = writeChange({before, after: saved ?? after}, found);
    const entry = {...entryOf(name, change), ...what, ...written};
    return Object.keys(entry).length > 1 ? [...first, entry] : [];
  }

  /**
   * The entries that create an account from a state.
   * @param busy an account whose state is only in the file being written
   * @returns undefined if it is too large for log lines
   */
  entriesOfMade(made: NewAccount, busy: string | undefined): Entry[] | undefined {
    const isCommon = this.isCommon(made.from);
    const entry: Entry = {account: made.name, made: madeAs(made), ...(!isCommon && {baseline: 'too'})};
    const place = this.#placeOf(made.from, busy);
    return place === undefined
      ? this.#fromBaseline(entry, made.from)
      : [{...entry, from: place.source, ...writeChange({before: place.state, after: made.from})}];
  }

  isCommon(state: AccountState): boolean {
    return isSame(state, this.#baseline);
  }

  #fromBaseline(entry: Entry, state: AccountState): Entry[] | undefined {
    const found = fewDifferences(this.#baseline.records, state.records, tooManyRows);
    const written = found && writeChange({before: this.#baseline, after: state}, found);
    return found && [{...entry, from: {account: commonBaseline}, ...written}];
  }

  /** The stored location of a state's records, if they still exist. */
  #placeOf({records}: AccountState, busy: string | undefined) {
    const source = this.#places.get(records);
    const state = source && source.account !== busy ? this.#at(source) : undefined;
    return source && state?.records === records ? {source, state} : undefined;
  }

  #at({account, baseline, snapshot}: Source): AccountState | undefined {
    if (account === commonBaseline) {
      return this.#baseline;
    }
    const known = this.#accounts.get(account);
    if (baseline) {
      return known?.baseline;
    }
    return snapshot === undefined ? known?.current : known?.snapshots.get(snapshot);
  }
}

/** A new account. @param isCommon true if it starts from the common baseline */
export const keptAs = ({from, assume, expiresAt}: NewAccount, isCommon: boolean): KeptAccount => ({
  current: from,
  ...(!isCommon && {baseline: from}),
  snapshots: new Map(),
  assume,
  ...(expiresAt !== undefined && {expiresAt}),
});
