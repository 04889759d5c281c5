import type {Records} from '../store/records.js';
import type {Schema} from '../store/schema.js';
import {Transaction} from '../store/transaction.js';
import {afterWrite, type Clock, timestamp} from './clock.js';

/** All that an account is at one moment. Never changed: a second reference to one is a copy of the account. */
export interface AccountState {
  readonly records: Records;
  readonly clock: Clock;
}

/** A state that was kept under a name. */
export interface Snapshot extends AccountState {
  readonly name: string;
  /** By the account's clock. */
  readonly savedAt: string;
}

/** Told of a state before it is taken; throws to refuse it. */
export type Keep = (before: AccountState, after: AccountState) => void;

/** The data of one fundraising account, as one API key sees it. */
export class Account {
  readonly #snapshots = new Map<string, Snapshot>();
  readonly #keep: Keep | undefined;
  #baseline: AccountState;
  #state: AccountState;
  #generation = 1;

  /**
   * @param baseline what a reset goes back to
   * @param state what it holds now; the baseline where it is left out
   */
  constructor(
    readonly name: string,
    readonly schema: Schema,
    baseline: AccountState,
    state: AccountState = baseline,
    keep?: Keep,
  ) {
    this.#baseline = baseline;
    this.#state = state;
    this.#keep = keep;
  }

  get state(): AccountState {
    return this.#state;
  }

  get baseline(): AccountState {
    return this.#baseline;
  }

  get records(): Records {
    return this.#state.records;
  }

  get clock(): Clock {
    return this.#state.clock;
  }

  /** How often the data was replaced as a whole, from 1 on. */
  get generation(): number {
    return this.#generation;
  }

  get snapshots(): ReadonlyMap<string, Snapshot> {
    return this.#snapshots;
  }

  /** Runs `work` on the records as they are now; what it changes is dropped. */
  read<T>(work: (transaction: Transaction) => T): T {
    return work(this.#begin());
  }

  /** Runs `work` and keeps what it changed; if it throws, nothing has happened. */
  write<T>(work: (transaction: Transaction) => T): T {
    const transaction = this.#begin();
    const result = work(transaction);
    const records = transaction.result();
    if (records !== this.#state.records) {
      this.#take({records, clock: afterWrite(this.#state.clock)});
    }
    return result;
  }

  /** Replaces all data, and the clock: one assignment, whatever the size. A reader sees the old or the new. */
  replaceState({records, clock}: AccountState): void {
    this.#take({records, clock});
    this.#generation += 1;
  }

  setClock(clock: Clock): void {
    this.#take({records: this.#state.records, clock});
  }

  /** Makes the present state what a reset goes back to. */
  setBaseline(): void {
    this.#baseline = this.#state;
  }

  /** Keeps a state, the present one by default, under a name; one that has the name is replaced. */
  save(name: string, {records, clock}: AccountState = this.#state): Snapshot {
    const snapshot = {name, records, clock, savedAt: timestamp(this.#state.clock)};
    this.#snapshots.set(name, snapshot);
    return snapshot;
  }

  /** @returns whether there was one */
  deleteSnapshot(name: string): boolean {
    return this.#snapshots.delete(name);
  }

  #take(state: AccountState): void {
    this.#keep?.(this.#state, state);
    this.#state = state;
  }

  #begin(): Transaction {
    return new Transaction(this.schema, this.#state.records, timestamp(this.#state.clock));
  }
}
