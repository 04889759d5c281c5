import type {CountedRequest} from './expectations.js';
import type {MatchableRequest} from './matcher.js';

/** A completely received request that an operation is about to handle. */
export interface ReceivedRequest extends MatchableRequest {
  readonly account: string;
  readonly ref: CountedRequest;
}

type ReceivedReader = (request: ReceivedRequest) => void;

/** The received requests without a response so far, the oldest first: a response may be held. */
export class Unanswered {
  readonly #requests = new Set<ReceivedRequest>();
  readonly #readers = new Set<ReceivedReader>();

  /** @param reader called for each received request. @returns a function that unsubscribes */
  subscribe(reader: ReceivedReader): () => void {
    this.#readers.add(reader);
    return () => {
      this.#readers.delete(reader);
    };
  }

  receive(request: ReceivedRequest): void {
    this.#requests.add(request);
    for (const read of this.#readers) {
      read(request);
    }
  }

  /** Called right before the exchange is published, so that readers see the request at all times. */
  complete(request: ReceivedRequest | undefined, seq: number): void {
    if (request !== undefined) {
      this.forget(request);
      request.ref.seq = seq;
    }
  }

  /** Called if there will be no exchange. */
  forget(request: ReceivedRequest | undefined): void {
    if (request !== undefined) {
      this.#requests.delete(request);
    }
  }

  get count(): number {
    return this.#requests.size;
  }

  [Symbol.iterator](): Iterator<ReceivedRequest> {
    return [...this.#requests].values();
  }
}
