import type {Control, ControlReader} from './control.js';
import type {ExchangeDraft, FullExchange} from './exchange.js';
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
  /** How many exchanges each account had; those of no account count with the default one's. */
  readonly #counts = new Map<string, number>();
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

  /**
   * Numbers an exchange and hands it on.
   * @param draft makes the rest of it; not called where nobody reads
   * @returns its number
   */
  publish(account: string | null, draft: () => ExchangeDraft): number {
    const seq = this.count(account);
    if (this.isRead) {
      handOn(this.#readers, {seq, ...draft()} as FullExchange, this.#onError);
    }
    return seq;
  }

  /** Whether there is anyone to hand an exchange to. */
  get isRead(): boolean {
    return this.#readers.size > 0;
  }

  /** Numbers an exchange that is not handed on. */
  count(account: string | null): number {
    const name = account ?? this.#defaultAccount;
    const seq = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, seq);
    return seq;
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
