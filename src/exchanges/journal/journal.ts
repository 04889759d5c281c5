import type {ExchangeReader} from '../bus.js';
import type {Exchange} from '../exchange.js';
import {AccountJournal} from './account-journal.js';
import {type JournalBounds, usualBounds} from './bounds.js';
import {JournalEntry} from './entry.js';
import {KeptStates} from './kept-states.js';

/** The share of the bound that is freed at once, because finding the oldest entries of all accounts takes time. */
const freed = 1 / 16;

/** The latest exchanges of every account. Exchanges without an account are listed with the default account's. */
export class Journal {
  readonly #accounts = new Map<string, AccountJournal>();
  readonly #defaultAccount: string;
  readonly #bounds: JournalBounds;
  #bytes = 0;
  #count = 0;
  /** The open event streams. */
  readonly streams = new Set<object>();
  readonly states: KeptStates;

  constructor(defaultAccount: string, bounds: Partial<JournalBounds> = {}, states = new KeptStates()) {
    this.states = states;
    this.#defaultAccount = defaultAccount;
    this.#bounds = {...usualBounds, ...bounds};
  }

  /** Keeps requests to the API; those to the sandbox itself are not among them. */
  readonly read: ExchangeReader = exchange => {
    if (exchange.surface !== 'api') {
      return;
    }
    const journal = this.#journalOf(exchange);
    const entry = new JournalEntry(exchange, journal.mark, ++this.#count);
    this.states.hold(entry);
    this.#bytes += entry.bytes;
    if (this.#bytes > this.#bounds.bytesOfAll) {
      this.#evictOldest();
    }
    journal.append(entry);
  };

  /** The journals of all accounts that had a request, in the order of their first. */
  all(): AccountJournal[] {
    return [...this.#accounts.values()];
  }

  of(account: string): AccountJournal {
    const known = this.#accounts.get(account);
    if (known !== undefined) {
      return known;
    }
    const journal = new AccountJournal(this.#bounds, entry => {
      this.#bytes -= entry.bytes;
      this.states.drop(entry);
    });
    this.#accounts.set(account, journal);
    return journal;
  }

  /** The bytes of all entries. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Drops the states of an account whose data were replaced by others, with which they share nothing. Each entry can
   * still tell what it changed.
   */
  release(account: string): void {
    for (const entry of this.#accounts.get(account)?.entries ?? []) {
      this.states.release(entry);
    }
  }

  /** Forgets an account that is gone. */
  forget(account: string): void {
    const journal = this.#accounts.get(account);
    journal?.clear();
    if (journal?.isListenedTo === false) {
      this.#accounts.delete(account);
    }
  }

  #journalOf({account}: Exchange): AccountJournal {
    return this.of(account ?? this.#defaultAccount);
  }

  #evictOldest(): void {
    const entries = this.all().flatMap(journal => journal.entries);
    for (const {exchange} of entries.sort((one, other) => one.order - other.order)) {
      if (this.#bytes <= this.#bounds.bytesOfAll * (1 - freed)) {
        return;
      }
      this.#journalOf(exchange).evict();
    }
  }
}
