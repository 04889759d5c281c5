import type {Account} from '../accounts/account.js';
import type {AccountState} from '../accounts/account-state.js';
import {moment} from '../accounts/clock.js';

interface KeptState {
  readonly account: Account;
  readonly state: AccountState;
  /** The number of recorded requests before it. */
  readonly requests: number;
  /** Account time in milliseconds since 1970. */
  readonly at: number;
  /** The number of changes of the account before it. */
  readonly changes: number;
}

/** For all accounts. States share data, so each costs only its changes. */
const maxStates = 1000;

/** Earlier states of the accounts whose rules need them. */
export class StateHistory {
  /** The oldest first. */
  #kept: KeptState[] = [];
  readonly #progress = new WeakMap<Account, {readonly generation: number; requests: number}>();

  get size(): number {
    return this.#kept.length;
  }

  start(account: Account): void {
    if (!this.#progress.has(account)) {
      this.#progress.set(account, {generation: account.generation, requests: 0});
      this.#keep({account, state: account.state, requests: 0, at: Number.NEGATIVE_INFINITY, changes: account.changes});
    }
  }

  /** History is cleared when an account's data is replaced (reset, seed, restore). */
  begin(account: Account): void {
    const {generation = account.generation} = this.#progress.get(account) ?? {};
    if (generation !== account.generation) {
      this.forget(account);
      this.start(account);
    }
  }

  /** Called after each request. Does nothing for an account that is not recorded. */
  record(account: Account): void {
    this.begin(account);
    const progress = this.#progress.get(account);
    if (progress !== undefined) {
      progress.requests += 1;
      const {state, clock} = account;
      if (state.records !== this.#kept.findLast(kept => kept.account === account)?.state.records) {
        this.#keep({account, state, requests: progress.requests, at: moment(clock), changes: account.changes});
      }
    }
  }

  /** Returns the state before the latest `count` requests, or the oldest recorded one. */
  beforeRequests(account: Account, count: number): AccountState | undefined {
    const {requests: latest = 0} = this.#progress.get(account) ?? {};
    return this.#latest(account, ({requests}) => requests <= latest - count);
  }

  /** Returns the state at an account time in milliseconds since 1970, or the oldest recorded one. */
  asOf(account: Account, when: number): AccountState | undefined {
    return this.#latest(account, ({at}) => at <= when);
  }

  /** Returns the number of changes of an account since a state; 0 for one that is not recorded. */
  changesSince(account: Account, state: AccountState): number {
    const kept = this.#kept.find(kept => kept.account === account && kept.state === state);
    return kept === undefined ? 0 : account.changes - kept.changes;
  }

  forget(account: Account): void {
    if (this.#progress.delete(account)) {
      this.#kept = this.#kept.filter(kept => kept.account !== account);
    }
  }

  #latest(account: Account, fits: (kept: KeptState) => boolean): AccountState | undefined {
    const kept = this.#kept.filter(one => one.account === account);
    return (kept.findLast(fits) ?? kept[0])?.state;
  }

  #keep(kept: KeptState): void {
    this.#kept.push(kept);
    if (this.#kept.length > maxStates) {
      this.#kept.shift();
    }
  }
}
