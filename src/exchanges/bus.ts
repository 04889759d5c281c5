import type {Control, ControlReader} from './control.js';
import type {FullExchange} from './exchange.js';
import {Unanswered} from './unanswered.js';

/** Retired names that keep a count of their own. */
const mostRetired = 100_000;

/**
 * Counts by name from 1. No name gets a number twice, even if it was retired and returns. The oldest retired names share
 * one count, so that memory is bounded however many accounts a run creates.
 */
export class Numbers {
  readonly #last = new Map<string, number>();
  readonly #retired = new Map<string, number>();
  /** A new name starts above it, because it may be a forgotten one. */
  #shared = 0;
  readonly #mostRetired: number;

  constructor(most = mostRetired) {
    this.#mostRetired = most;
  }

  next(name: string): number {
    const number = (this.#last.get(name) ?? this.#comeBack(name)) + 1;
    this.#last.set(name, number);
    return number;
  }

  retire(name: string): void {
    const last = this.#last.get(name);
    if (last === undefined) {
      return;
    }
    this.#last.delete(name);
    this.#retired.set(name, last);
    if (this.#retired.size > this.#mostRetired) {
      const [[earliest, number]] = this.#retired as unknown as [[string, number]];
      this.#retired.delete(earliest);
      this.#shared = Math.max(this.#shared, number);
    }
  }

  #comeBack(name: string): number {
    const last = this.#retired.get(name) ?? this.#shared;
    this.#retired.delete(name);
    return last;
  }
}

export type ExchangeReader = (exchange: FullExchange) => void;

/** Passes each exchange to all readers, in the order of responses. A reader that throws does not affect the others. */
export class ExchangeBus {
  readonly unanswered = new Unanswered();
  readonly #readers = new Set<ExchangeReader>();
  readonly #controlReaders = new Set<ControlReader>();
  readonly #numbers = new Numbers();
  #order = 0;
  readonly #defaultAccount: string;
  readonly #onError: (error: unknown) => void;

  /** @param onError receives errors of readers */
  constructor(defaultAccount: string, onError: (error: unknown) => void) {
    this.#defaultAccount = defaultAccount;
    this.#onError = onError;
  }

  /** @returns a function that unsubscribes */
  subscribe(reader: ExchangeReader): () => void {
    this.#readers.add(reader);
    return () => {
      this.#readers.delete(reader);
    };
  }

  /** @returns a function that unsubscribes */
  subscribeControls(reader: ControlReader): () => void {
    this.#controlReaders.add(reader);
    return () => {
      this.#controlReaders.delete(reader);
    };
  }

  publishControl(control: Control): void {
    handOn(this.#controlReaders, control, this.#onError);
  }

  /** @param exchange with its number from `count` */
  publish(exchange: FullExchange): void {
    handOn(this.#readers, exchange, this.#onError);
  }

  /** The next number in the order of commits, over all accounts. Responses may come in another order. */
  nextOrder(): number {
    this.#order += 1;
    return this.#order;
  }

  get isRead(): boolean {
    return this.#readers.size > 0;
  }

  /** The number of the account's next exchange. Exchanges without an account count with the default account's. */
  count(account: string | null): number {
    return this.#numbers.next(account ?? this.#defaultAccount);
  }

  /** Called when an account is removed. Its numbers are not reused if it returns. */
  forget(account: string): void {
    this.#numbers.retire(account);
  }
}

function handOn<T>(readers: Iterable<(value: T) => void>, value: T, onError: (error: unknown) => void): void {
  for (const read of readers) {
    try {
      read(value);
    } catch (error) {
      onError(error);
    }
  }
}
