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

  /** A change as entries; none where it changes nothing. @returns undefined where it is too large for lines of a log */
  entriesOf(name: string, change: Change): Entry[] | undefined {
    const {before, after, saved} = change;
    const known = this.#accounts.get(name);
    // One that was never written to is as all accounts start; a name may also be used again.
    const isKnown = known !== undefined && isSame(known.current, before);
    const first = isKnown ? [] : this.#fromBaseline({account: name, made: madeAs(known ?? {assume: {}})}, before);
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
    const source = this.#places.get(made.from.records);
    const state = source && source.account !== busy ? this.#at(source) : undefined;
    return state?.records === made.from.records
      ? [{...entry, from: source!, ...writeChange({before: state, after: made.from})}]
      : this.#fromBaseline(entry, made.from);
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

  #at({account, snapshot}: Source): AccountState | undefined {
    if (account === commonBaseline) {
      return this.#baseline;
    }
    const known = this.#accounts.get(account);
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
