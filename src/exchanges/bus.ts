import type {Control, ControlReader} from './control.js';
import type {FullExchange} from './exchange.js';
import {Unanswered} from './unanswered.js';

/**
 * Counts by name from 1. No name gets a number twice. Beyond a maximum, additional names share one count, so that
 * memory is bounded for any number of accounts.
 */
export class Numbers {
  readonly #last = new Map<string, number>();
  /** A new name starts above it, because it may be a forgotten one. */
  #shared = 0;
  readonly #maxNames: number;

  constructor(maxNames = 200_000) {
    this.#maxNames = maxNames;
  }

  next(name: string): number {
    const number = (this.#last.get(name) ?? this.#shared) + 1;
    this.#last.set(name, number);
    if (this.#last.size > this.#maxNames) {
      const [[earliest, last]] = this.#last as unknown as [[string, number]];
      this.#last.delete(earliest);
      this.#shared = Math.max(this.#shared, last);
    }
    return number;
  }
}

export interface PendingEvent {
  readonly place: number;
}

export type ExchangeReader = (exchange: FullExchange) => void;

/** Passes each exchange to all readers, in the order of responses. A reader that throws does not affect the others. */
export class ExchangeBus {
  readonly unanswered = new Unanswered();
  readonly #readers = new Set<ExchangeReader>();
  readonly #controlReaders = new Set<ControlReader>();
  readonly #numbers = new Numbers();
  /** Tracked for a trace only. */
  #pending: Set<PendingEvent> | undefined;
  #order = 0;

  /**
   * @param onError receives errors of readers
   * @param lastNumber the highest number that an exchange may already have
   */
  constructor(
    private readonly defaultAccount: string,
    private readonly onError: (error: unknown) => void,
    private readonly lastNumber: () => number = () => 0,
  ) {}

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
    handOn(this.#controlReaders, control, this.onError);
  }

  /** @param exchange with its number from `count` */
  publish(exchange: FullExchange): void {
    handOn(this.#readers, exchange, this.onError);
  }

  /** The next number in the order of commits, over all accounts. Responses may be in another order. */
  nextOrder(): number {
    this.#order += 1;
    return this.#order;
  }

  /** The place of an event that commits nothing: between the latest commit and the next one. */
  get place(): number {
    return this.#order + 0.5;
  }

  /** Call this before work that publishes an event later; the event may get the current place. */
  begin(): PendingEvent {
    const pending = {place: this.place};
    this.#pending?.add(pending);
    return pending;
  }

  end(pending: PendingEvent): void {
    this.#pending?.delete(pending);
  }

  /** Call this before `settled` is read: pending events are not tracked unless a trace is written. */
  trackPending(): void {
    this.#pending = new Set();
  }

  /** Every event up to this place has been published. */
  get settled(): number {
    const [first] = this.#pending ?? [];
    return first?.place ?? Number.POSITIVE_INFINITY;
  }

  get isRead(): boolean {
    return this.#readers.size > 0;
  }

  /** The number of the account's next exchange. Exchanges without an account count with the default account's. */
  count(account: string | null): number {
    return this.lastNumber() + this.#numbers.next(account ?? this.defaultAccount);
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
