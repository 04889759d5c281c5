import {type Clock, timestamp} from './clock.js';
import type {Records} from './records.js';
import type {Schema} from './schema.js';
import {Transaction} from './transaction.js';

/** The data of one fundraising account, as one API key sees it. */
export class Account {
  #records: Records;
  #clock: Clock;

  constructor(
    readonly name: string,
    readonly schema: Schema,
    records: Records,
    clock: Clock,
  ) {
    this.#records = records;
    this.#clock = clock;
  }

  get records(): Records {
    return this.#records;
  }

  get clock(): Clock {
    return this.#clock;
  }

  /** Runs `work` on the records as they are now; what it changes is dropped. */
  read<T>(work: (transaction: Transaction) => T): T {
    return work(this.#begin());
  }

  /** Runs `work` and keeps what it changed; if it throws, nothing has happened. */
  write<T>(work: (transaction: Transaction) => T): T {
    const transaction = this.#begin();
    const result = work(transaction);
    this.#records = transaction.result();
    return result;
  }

  #begin(): Transaction {
    return new Transaction(this.schema, this.#records, timestamp(this.#clock));
  }
}
