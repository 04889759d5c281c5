import type {Account} from '../accounts/account.js';
import type {AccountState} from '../accounts/account-state.js';
import {moment} from '../accounts/clock.js';

interface Kept {
  readonly state: AccountState;
  readonly requests: number;
  /** Account time in milliseconds since 1970. */
  readonly at: number;
}

/** Across all accounts. States share data, so that each costs only its changes. */
const mostOfAll = 1000;

/** Limits the number of states in all histories; the oldest is dropped first. */
export class HistoryRoom {
  readonly #owners: StateHistory[] = [];

  get size(): number {
    return this.#owners.length;
  }

  take(owner: StateHistory): void {
    this.#owners.push(owner);
    if (this.#owners.length > mostOfAll) {
      this.#owners.shift()!.dropOldest();
    }
  }

  leave(owner: StateHistory): void {
    const others = this.#owners.filter(one => one !== owner);
    this.#owners.splice(0, this.#owners.length, ...others);
  }
}

/** Earlier states of an account, recorded while a rule needs them. */
export class StateHistory {
  readonly #room: HistoryRoom;
  readonly #kept: Kept[] = [];
  #generation: number;
  #requests = 0;

  constructor(account: Account, room: HistoryRoom) {
    this.#room = room;
    this.#generation = account.generation;
    this.#keep(account.state, Number.NEGATIVE_INFINITY);
  }

  /** History is cleared when an account's data is replaced (reset, seed, restore). */
  begin(account: Account): void {
    if (account.generation !== this.#generation) {
      this.#generation = account.generation;
      this.forget();
      this.#keep(account.state, Number.NEGATIVE_INFINITY);
    }
  }

  record(account: Account): void {
    this.begin(account);
    this.#requests += 1;
    if (account.state.records !== this.#kept.at(-1)?.state.records) {
      this.#keep(account.state, moment(account.clock));
    }
  }

  /** Returns the state before the latest `count` requests, or the oldest recorded one. */
  beforeRequests(count: number): AccountState | undefined {
    return this.#latest(({requests}) => requests <= this.#requests - count);
  }

  /** Returns the state at an account time in milliseconds since 1970, or the oldest recorded one. */
  asOf(when: number): AccountState | undefined {
    return this.#latest(({at}) => at <= when);
  }

  forget(): void {
    this.#kept.length = 0;
    this.#room.leave(this);
  }

  dropOldest(): void {
    this.#kept.shift();
  }

  #latest(fits: (kept: Kept) => boolean): AccountState | undefined {
    return (this.#kept.findLast(fits) ?? this.#kept[0])?.state;
  }

  #keep(state: AccountState, at: number): void {
    this.#kept.push({state, requests: this.#requests, at});
    this.#room.take(this);
  }
}
