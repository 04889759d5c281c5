import type {Control, ControlReader} from './control.js';
import type {FullExchange} from './exchange.js';
import {Unanswered} from './unanswered.js';

/** How many names that are not in use any more are remembered by themselves. */
const mostRetired = 100_000;

/**
 * Counts by name, from 1 on, and gives no name a number twice: not even one that was retired and comes back. So many
 * that were retired share one count at last that a sandbox which makes accounts without end stays as small as it is.
 */
export class Numbers {
  readonly #last = new Map<string, number>();
  /** The earliest first. */
  readonly #retired = new Map<string, number>();
  /** No name that is new is given one of these: it may have had them. */
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

/**
 * Hands each exchange to all who read them, once, in the order in which the requests were answered. It knows neither
 * HTTP nor what its readers do: a reader that fails is told of, and keeps no other from reading.
 */
export class ExchangeBus {
  readonly unanswered = new Unanswered();
  readonly #readers = new Set<ExchangeReader>();
  readonly #controlReaders = new Set<ControlReader>();
  /** Those of no account count with the default one's. */
  readonly #numbers = new Numbers();
  #order = 0;
  readonly #defaultAccount: string;
  readonly #onError: (error: unknown) => void;

  /** @param onError told of what a reader throws */
  constructor(defaultAccount: string, onError: (error: unknown) => void) {
    this.#defaultAccount = defaultAccount;
    this.#onError = onError;
  }

  /** @returns ends the subscription */
  subscribe(reader: ExchangeReader): () => void {
    this.#readers.add(reader);
    return () => {
      this.#readers.delete(reader);
    };
  }

  /** The same for what is done to the sandbox itself. */
  subscribeControls(reader: ControlReader): () => void {
    this.#controlReaders.add(reader);
    return () => {
      this.#controlReaders.delete(reader);
    };
  }

  /** Tells of what was done to the sandbox itself, once it is. */
  publishControl(control: Control): void {
    handOn(this.#controlReaders, control, this.#onError);
  }

  /** Hands on an exchange, which has its number of `count`. */
  publish(exchange: FullExchange): void {
    handOn(this.#readers, exchange, this.#onError);
  }

  /**
   * The next number of the order in which things were settled, over all accounts. It is taken at a commit, where the
   * answer is still to come: answers may overtake each other, as where replies are checked or a file is written.
   */
  nextOrder(): number {
    this.#order += 1;
    return this.#order;
  }

  /** Whether there is anyone to hand an exchange to. */
  get isRead(): boolean {
    return this.#readers.size > 0;
  }

  /** The number of the next exchange of an account. */
  count(account: string | null): number {
    return this.#numbers.next(account ?? this.#defaultAccount);
  }

  /** An account is gone. Its numbers are not used again, should it come back. */
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
