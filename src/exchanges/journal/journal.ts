import type {TakeOver} from '../../accounts/change-log.js';
import type {ExchangeReader} from '../bus.js';
import type {FindBrokenRules} from '../exchange.js';
import {AccountJournal} from './account-journal.js';
import {type JournalBounds, usualBounds} from './bounds.js';
import {JournalEntry} from './entry.js';

/** The share of a bound that is freed at once, because finding the oldest entries of all accounts takes time. */
const freed = 1 / 16;

/** The sizes that are limited over all accounts. */
type Size = Record<'bytesOfAll' | 'changes' | 'rows' | 'listedRecords', number>;

/** The latest exchanges of every account. Exchanges without an account belong to the default account. */
export class Journal {
  readonly #accounts = new Map<string, AccountJournal>();
  readonly #bounds: JournalBounds;
  readonly #size: Size = {bytesOfAll: 0, changes: 0, rows: 0, listedRecords: 0};
  #count = 0;
  /** The open event streams. */
  readonly streams = new Set<object>();

  /**
   * @param isReplay true to keep the states of replaced data
   * @param takeOverOf the moment at which this process took over an account from another one
   */
  constructor(
    private readonly defaultAccount: string,
    bounds: Partial<JournalBounds> = {},
    private readonly brokenBy: FindBrokenRules = () => [],
    private readonly isReplay = false,
    private readonly takeOverOf: (account: string) => TakeOver | undefined = () => undefined,
  ) {
    this.#bounds = {...usualBounds, ...bounds};
  }

  /** Records requests to the API, but not those to the sandbox itself. */
  readonly read: ExchangeReader = exchange => {
    if (exchange.surface !== 'api') {
      return;
    }
    const journal = this.of(exchange.account ?? this.defaultAccount);
    const entry = new JournalEntry(exchange, journal, ++this.#count, this.brokenBy(exchange));
    this.#size.bytesOfAll += entry.exchange.bytes;
    this.#countStates(entry, 1);
    this.#trim(['bytesOfAll'], ({exchange: {account}}) => this.of(account ?? this.defaultAccount).evict());
    journal.append(entry);
    this.#trim(['changes', 'rows'], oldest => this.releaseStates(oldest));
  };

  /** The journals of all accounts with requests, in the order of their first. */
  all(): AccountJournal[] {
    return [...this.#accounts.values()];
  }

  of(account: string): AccountJournal {
    const known = this.#accounts.get(account);
    if (known !== undefined) {
      return known;
    }
    const takeOver = () => this.takeOverOf(account);
    const journal = new AccountJournal(this.#bounds, entry => this.#drop(entry), takeOver);
    this.#accounts.set(account, journal);
    return journal;
  }

  /** @param account null for a request without an account */
  find(account: string | null, seq: number): JournalEntry | undefined {
    return this.#accounts.get(account ?? this.defaultAccount)?.find(seq);
  }

  get size(): Readonly<Size> {
    return this.#size;
  }

  /**
   * Drops the states of an account after its data was replaced, because the new data shares nothing with them. Each
   * entry first computes its change.
   */
  release(account: string): void {
    if (this.isReplay) {
      return; // in the recorded run, some responses may follow the reset
    }
    const journal = this.#accounts.get(account);
    for (const entry of journal?.entries ?? []) {
      this.releaseStates(entry);
    }
    journal?.forgetState();
  }

  releaseStates(entry: JournalEntry): void {
    if (entry.states !== undefined) {
      this.#countStates(entry, -1);
      entry.releaseStates();
      this.#size.listedRecords += entry.listedRecords;
      this.#trim(['listedRecords'], oldest => {
        if (oldest.states === undefined) {
          this.#size.listedRecords -= oldest.listedRecords;
          oldest.releaseRecords();
        }
      });
    }
  }

  forget(account: string): void {
    const journal = this.#accounts.get(account);
    journal?.end();
    if (journal?.isListenedTo === false) {
      this.#accounts.delete(account);
    }
  }

  /** Stops counting an entry that has left the journal of its account. */
  #drop(entry: JournalEntry): void {
    this.#size.bytesOfAll -= entry.exchange.bytes;
    if (entry.states === undefined) {
      this.#size.listedRecords -= entry.listedRecords;
    } else {
      this.#countStates(entry, -1);
    }
  }

  #countStates({hasChanged, changedRows}: JournalEntry, sign: 1 | -1): void {
    this.#size.changes += hasChanged ? sign : 0;
    this.#size.rows += sign * changedRows;
  }

  /** If one of these parts exceeds its bound, releases the oldest entries of all accounts until it fits. */
  #trim(parts: ReadonlyArray<keyof Size>, release: (oldest: JournalEntry) => void): void {
    const isOver = (share: number) => parts.some(part => this.#size[part] > this.#bounds[part] * share);
    if (!isOver(1)) {
      return;
    }
    const entries = this.all().flatMap(journal => journal.entries);
    for (const entry of entries.sort((one, other) => one.order - other.order)) {
      if (!isOver(1 - freed)) {
        return;
      }
      release(entry);
    }
  }
}
