import type {ExchangeReader} from '../bus.js';
import {BareStates, bareRecords} from '../states/bare-states.js';
import {KeptStates} from '../states/kept-states.js';
import {AccountJournal} from './account-journal.js';
import {type JournalBounds, usualBounds} from './bounds.js';
import {Entry} from './entry.js';

/** How much room is made at once where all accounts together have none: a part of what they may take. */
const roomMade = 1 / 16;

/** The latest exchanges of every account. What came without one is listed with the default account's. */
export class Journal {
  readonly #accounts = new Map<string, AccountJournal>();
  readonly #defaultAccount: string;
  readonly #bounds: JournalBounds;
  /** What all of them take, at most; what an account lets go of by itself is counted anew now and then. */
  #bytes = 0;
  #count = 0;
  /** What is being read as it comes. */
  readonly streams = new Set<object>();

  readonly #bare = bareRecords();
  /** Which entries still have the states of their accounts. */
  readonly states: KeptStates;

  constructor(defaultAccount: string, bounds: Partial<JournalBounds> = {}, states = new KeptStates()) {
    this.states = states;
    this.#defaultAccount = defaultAccount;
    this.#bounds = {...usualBounds, ...bounds};
  }

  /** Keeps what is of the service's interface: what a test does to the sandbox itself is none. */
  readonly read: ExchangeReader = exchange => {
    if (exchange.surface !== 'api') {
      return;
    }
    const journal = this.of(exchange.account ?? this.#defaultAccount);
    const entry = new Entry(exchange, journal.mark, ++this.#count, journal.kept);
    this.states.hold(entry);
    this.#bytes += entry.bytes;
    if (this.#bytes > this.#bounds.bytesOfAll) {
      this.#makeRoom(entry.bytes);
    }
    journal.append(entry);
  };

  /** Those of all accounts that had a request, in the order in which they came. */
  all(): AccountJournal[] {
    return [...this.#accounts.values()];
  }

  of(account: string): AccountJournal {
    const known = this.#accounts.get(account);
    if (known !== undefined) {
      return known;
    }
    const journal = new AccountJournal(this.#bounds, new BareStates(this.#bare), entry => this.states.drop(entry));
    this.#accounts.set(account, journal);
    return journal;
  }

  /** What all of them take, in bytes. */
  get bytes(): number {
    let sum = 0;
    for (const {bytes} of this.#accounts.values()) {
      sum += bytes;
    }
    return sum;
  }

  /**
   * Lets go of the states of an account: all of its data are others, and share nothing with them. What each exchange
   * changed is still told.
   */
  release(account: string): void {
    for (const entry of this.#accounts.get(account)?.entries ?? []) {
      this.states.release(entry, {forGood: true});
    }
  }

  /** An account is gone, and what it did with it. */
  forget(account: string): void {
    const journal = this.#accounts.get(account);
    journal?.clear();
    if (journal?.isListenedTo === false) {
      this.#accounts.delete(account);
    }
  }

  /** Lets go of the oldest of all. @param bytes of what is to come */
  #makeRoom(bytes: number): void {
    const {bytesOfAll} = this.#bounds;
    let taken = this.bytes;
    if (taken + bytes > bytesOfAll) {
      taken -= this.#evictOldest(taken + bytes - bytesOfAll * (1 - roomMade));
    }
    this.#bytes = taken + bytes;
  }

  /** @returns how many bytes there are less */
  #evictOldest(wanted: number): number {
    const journals = [...this.#accounts.values()];
    const all = journals.flatMap(({entries}) => entries).sort((one, other) => one.order - other.order);
    let freed = 0;
    let last = 0;
    for (const {order, bytes} of all) {
      if (freed >= wanted) {
        break;
      }
      freed += bytes;
      last = order;
    }
    for (const journal of journals) {
      while (journal.oldest !== undefined && journal.oldest.order <= last) {
        journal.evict();
      }
    }
    return freed;
  }
}
