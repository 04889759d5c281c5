import type {Seen} from './expectations.js';
import type {MatchableRequest} from './matcher/compare.js';

/** A request that came in whole, and that an operation is about to answer. */
export interface ReceivedRequest extends MatchableRequest {
  readonly account: string;
  /** Tells it from others; the same one whoever asks. */
  readonly seen: Seen;
  /** It is about to be published. */
  answered(): void;
}

type ReceivedReader = (request: ReceivedRequest) => void;

/** The requests that came in and are not answered yet, the oldest first: their replies may be held. */
export class Unanswered {
  /** Few at a time, of which the latest is mostly the first to be answered: a set would be made anew every few of them. */
  readonly #requests: ReceivedRequest[] = [];
  readonly #readers = new Set<ReceivedReader>();

  /** @param reader told of each that comes in. @returns ends it */
  subscribe(reader: ReceivedReader): () => void {
    this.#readers.add(reader);
    return () => {
      this.#readers.delete(reader);
    };
  }

  receive(request: ReceivedRequest): void {
    this.#requests.push(request);
    for (const read of this.#readers) {
      read(request);
    }
  }

  /** Right before the exchange is published: in between, nobody would see it. */
  answered(request: ReceivedRequest | undefined): void {
    if (request !== undefined) {
      this.forget(request);
      request.answered();
    }
  }

  /** There will be no exchange. */
  forget(request: ReceivedRequest | undefined): void {
    if (request === this.#requests.at(-1)) {
      this.#requests.pop();
      return;
    }
    const place = request === undefined ? -1 : this.#requests.indexOf(request);
    if (place !== -1) {
      this.#requests.splice(place, 1);
    }
  }

  get count(): number {
    return this.#requests.length;
  }

  [Symbol.iterator](): Iterator<ReceivedRequest> {
    return [...this.#requests].values();
  }
}
