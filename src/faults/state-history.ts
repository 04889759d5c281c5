import type {Account} from '../accounts/account.js';
import type {AccountState} from '../accounts/account-state.js';
import {moment} from '../accounts/clock.js';

interface Kept {
  readonly state: AccountState;
  /** How many requests there were when the account came to it. */
  readonly requests: number;
  /** By the account's clock, in milliseconds since 1970. */
  readonly at: number;
}

/** States of all accounts together. What changed between two is all that one takes. */
const mostOfAll = 1000;

/** What the histories of all accounts hold together: the oldest goes first. */
export class HistoryRoom {
  readonly #owners: StateHistory[] = [];

  /** How many states are held. */
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

/** What an account was, for as long as a rule asks for that. */
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

  /** Where the data were replaced as a whole since the latest request, nothing of before is left. */
  begin(account: Account): void {
    if (account.generation !== this.#generation) {
      this.#generation = account.generation;
      this.forget();
      this.#keep(account.state, Number.NEGATIVE_INFINITY);
    }
  }

  /** Notes what a request left. */
  record(account: Account): void {
    this.begin(account);
    this.#requests += 1;
    if (account.state.records !== this.#kept.at(-1)?.state.records) {
      this.#keep(account.state, moment(account.clock));
    }
  }

  /** As it was before the latest so many requests; the oldest that is held where that is too long ago. */
  beforeRequests(count: number): AccountState | undefined {
    return this.#latest(({requests}) => requests <= this.#requests - count);
  }

  /** As it was at a moment of the account's clock, in milliseconds since 1970; the oldest where that is too long ago. */
  asOf(when: number): AccountState | undefined {
    return this.#latest(({at}) => at <= when);
  }

  /** Holds nothing any more. */
  forget(): void {
    this.#kept.length = 0;
    this.#room.leave(this);
  }

  /** Lets go of what it has held longest. */
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
