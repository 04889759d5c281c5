import type {ExchangeReader} from '../bus.js';
import {bareStates} from '../states/bare-states.js';
import {KeptStates} from '../states/kept-states.js';
import {AccountJournal, type JournalBounds, usualBounds} from './account-journal.js';
import {Entry} from './entry.js';

/** The latest exchanges of every account. What came without one is listed with the default account's. */
export class Journal {
  readonly #accounts = new Map<string, AccountJournal>();
  readonly #defaultAccount: string;
  readonly #bounds: JournalBounds;
  readonly #bare = bareStates();
  /** Which entries still have the states of their accounts. */
  readonly states: KeptStates;

  constructor(defaultAccount: string, bounds: JournalBounds = usualBounds, states = new KeptStates()) {
    this.#defaultAccount = defaultAccount;
    this.#bounds = bounds;
    this.states = states;
  }

  /** Keeps what is of the service's interface: what a test does to the sandbox itself is none. */
  readonly read: ExchangeReader = exchange => {
    if (exchange.surface === 'api') {
      const journal = this.of(exchange.account ?? this.#defaultAccount);
      const entry = new Entry(exchange, journal.mark, this.#bare);
      this.states.hold(entry);
      journal.append(entry);
    }
  };

  of(account: string): AccountJournal {
    const known = this.#accounts.get(account);
    if (known !== undefined) {
      return known;
    }
    const journal = new AccountJournal(this.#bounds, entry => this.states.drop(entry));
    this.#accounts.set(account, journal);
    return journal;
  }

  /**
   * Lets go of the states of an account: all of its data are others, and share nothing with them. What each exchange
   * changed is still told.
   */
  release(account: string): void {
    for (const entry of this.#accounts.get(account)?.entries ?? []) {
      this.states.release(entry);
    }
  }
}
