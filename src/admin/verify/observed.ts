import type {Candidate, Expectation} from '../../exchanges/expectations.js';
import type {AccountJournal} from '../../exchanges/journal/account-journal.js';
import type {Entry} from '../../exchanges/journal/entry.js';
import type {ReceivedRequest, Unanswered} from '../../exchanges/unanswered.js';
import type {Asked} from './asked.js';
import type {WaitEnd} from './waiters.js';

export interface Source {
  readonly account: string;
  readonly journal: AccountJournal;
  readonly unanswered: Unanswered;
}

const candidateOf = ({seq, exchange, mark}: Entry): Candidate => ({
  seen: {seq, isAnswered: true},
  request: exchange,
  mark,
});

/** Feeds an expectation with stored requests and, while listening, with new ones. */
export class Observed {
  readonly expectation: Expectation;
  /** The number of the latest relevant exchange that is no longer stored; 0 if there is none. */
  readonly evicted: number;
  looked = 0;
  readonly #asked: Asked;
  readonly #source: Source;
  /** Requests already counted when they were received, so that their responses are not counted again. */
  readonly #received = new Set<Candidate['seen']>();

  constructor(asked: Asked, source: Source) {
    this.#asked = asked;
    this.#source = source;
    this.expectation = asked.expectation();
    const {lastEvicted, entries} = source.journal;
    this.evicted = lastEvicted > asked.since ? lastEvicted : 0;
    for (const entry of entries) {
      this.#answered(entry);
    }
    if (asked.isReceived) {
      for (const request of source.unanswered) {
        this.#receive(request);
      }
    }
  }

  /** True if the expectation holds and no evicted exchange could contradict it. */
  get holds(): boolean {
    return this.expectation.holds && !this.#mayBeMore;
  }

  /** True if waiting cannot change the result. */
  get isSettled(): boolean {
    return this.expectation.isSettled || this.#mayBeMore;
  }

  /** True if evicted requests could exceed the maximum count. */
  get #mayBeMore(): boolean {
    const {isBounded, unknown} = this.expectation;
    return isBounded && (this.evicted > 0 || unknown > 0);
  }

  /** @returns a function that stops listening */
  listen(end: (how: WaitEnd) => void): () => void {
    const endIfSettled = () => {
      if (this.isSettled) {
        end('settled');
      }
    };
    const ends = [
      this.#source.journal.listen({
        appended: entry => {
          this.#answered(entry);
          endIfSettled();
        },
        cleared: () => end('reset'),
      }),
    ];
    if (this.#asked.isReceived) {
      ends.push(
        this.#source.unanswered.subscribe(request => {
          this.#receive(request);
          endIfSettled();
        }),
      );
    }
    return () => {
      for (const each of ends) {
        each();
      }
    };
  }

  #answered(entry: Entry): void {
    if (entry.seq <= this.#asked.since) {
      return;
    }
    const known = [...this.#received].find(({isAnswered, seq = entry.seq}) => isAnswered && seq === entry.seq);
    if (known === undefined) {
      this.#add(candidateOf(entry));
    } else {
      known.seq = entry.seq;
      this.#received.delete(known);
    }
  }

  #receive(request: ReceivedRequest): void {
    const {account, journal} = this.#source;
    if (request.account === account) {
      this.#received.add(request.seen);
      this.#add({seen: request.seen, request, mark: journal.mark});
    }
  }

  #add(candidate: Candidate): void {
    if (this.#asked.scope.matches(candidate.request, candidate.mark)) {
      this.looked += 1;
      this.expectation.add(candidate);
    }
  }
}
