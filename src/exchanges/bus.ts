import type {Control, ControlReader} from './control.js';
import type {FullExchange} from './exchange.js';
import {Numbers} from './numbers.js';
import {Unanswered} from './unanswered.js';

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
