import type {ExchangeReader} from '../bus.js';
import {AccountJournal, type JournalBounds, usualBounds} from './account-journal.js';
import {Entry} from './entry.js';

/** The latest exchanges of every account. What came without one is listed with the default account's. */
export class Journal {
  readonly #accounts = new Map<string, AccountJournal>();
  readonly #defaultAccount: string;
  readonly #bounds: JournalBounds;

  constructor(defaultAccount: string, bounds: JournalBounds = usualBounds) {
    this.#defaultAccount = defaultAccount;
    this.#bounds = bounds;
  }

  /** Keeps what is of the service's interface: what a test does to the sandbox itself is none. */
  readonly read: ExchangeReader = exchange => {
    if (exchange.surface === 'api') {
      const journal = this.of(exchange.account ?? this.#defaultAccount);
      journal.append(new Entry(exchange, journal.mark));
    }
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
    const journal = new AccountJournal(this.#bounds);
    this.#accounts.set(account, journal);
    return journal;
  }
}
