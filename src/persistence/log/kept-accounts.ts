import type {AccountState} from '../../accounts/account-state.js';
import {defaultAccount} from '../../accounts/accounts.js';
import type {Change, MadeAccount} from '../../accounts/change-log.js';
import type {KeptAccount} from '../../accounts/kept-account.js';
import type {Records} from '../../store/records.js';
import {fewDifferences, writeChange} from '../changes.js';
import {isSameClock} from '../snapshot/written-clock.js';
import {commonBaseline, type Entry, entryOf, madeAs, type Source, savedAs} from './entries.js';

/** A change of as many rows writes the file anew: as a line it might be longer than a text can be. */
const tooManyRows = 20_000;

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
    this.#remember({account: name}, account.current);
    if (account.baseline !== undefined) {
      this.#remember({account: name, baseline: true}, account.baseline);
    }
    for (const snapshot of account.snapshots.values()) {
      this.#remember({account: name, snapshot: snapshot.name}, snapshot);
    }
  }

  /** Snapshots come last: an account's current state soon is another one, and then its place is gone. */
  #remember(source: Source, {records}: AccountState): void {
    if (records !== this.#baseline.records) {
      this.#places.set(records, source);
    }
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

  /**
   * A change as entries; none if it changes nothing. A state that the file has already is written as its place, so that a
   * reset costs the same at any size.
   * @param busy as for `entriesOfMade`
   * @returns undefined if it is too large for lines of a log
   */
  entriesOf(name: string, change: Change, busy: string | undefined): Entry[] | undefined {
    const {before, after, saved} = change;
    const known = this.#accounts.get(name);
    // One that was never written to is as all accounts start; a name may also be used again.
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
   * An account that is made of a state, as entries.
   * @param busy an account whose state the file is about to have
   * @returns undefined where it is too large for lines of a log
   */
  entriesOfMade(made: MadeAccount, busy: string | undefined): Entry[] | undefined {
    const isCommon = this.isCommon(made.from);
    const entry: Entry = {account: made.name, made: madeAs(made), ...(!isCommon && {baseline: 'too'})};
    const place = this.#placeOf(made.from, busy);
    return place === undefined
      ? this.#fromBaseline(entry, made.from)
      : [{...entry, from: place.source, ...writeChange({before: place.state, after: made.from})}];
  }

  /** Whether it is the state that all accounts start from. */
  isCommon(state: AccountState): boolean {
    return isSame(state, this.#baseline);
  }

  #fromBaseline(entry: Entry, state: AccountState): Entry[] | undefined {
    const found = fewDifferences(this.#baseline.records, state.records, tooManyRows);
    const written = found && writeChange({before: this.#baseline, after: state}, found);
    return found && [{...entry, from: {account: commonBaseline}, ...written}];
  }

  /** Where the records of a state are in the file, if they still are. */
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

/** An account that was just made. @param isCommon whether it starts as all accounts do */
export const keptAs = ({from, assume, expiresAt}: MadeAccount, isCommon: boolean): KeptAccount => ({
  current: from,
  ...(!isCommon && {baseline: from}),
  snapshots: new Map(),
  assume,
  ...(expiresAt !== undefined && {expiresAt}),
});
