import {serviceUnavailable, tooManyRequests} from '../../errors.js';
import {summaryOf} from '../../exchanges/exchange-view.js';
import type {Candidate, CountedRequest} from '../../exchanges/expectations.js';
import type {AccountJournal} from '../../exchanges/journal/account-journal.js';
import type {JournalEntry} from '../../exchanges/journal/entry.js';
import {overlapText} from '../../exchanges/journal/marks.js';
import {type Miss, matches, missesOf} from '../../exchanges/matcher.js';
import type {Pattern} from '../../exchanges/pattern.js';
import type {ReceivedRequest} from '../../exchanges/unanswered.js';
import {limits} from '../../limits.js';
import {type AdminContext, adminOperation} from '../admin-operation.js';
import {checkRecorded} from '../states/find-state.js';
import {type NearMiss, shownOf, VerificationRefusal, type VerifiedExchange, type VerifyFailure} from './failure.js';
import {readVerification, type Verification, verifyForm} from './verification.js';

export const verifyRequests = adminOperation({
  id: 'verify',
  method: 'POST',
  path: '/_sandbox/verify',
  summary: 'Verify that the account received the expected requests; with `within`, wait for them',
  changesNothing: true,
  body: verifyForm,
  handle: async ({body, ...context}) => {
    const verification = readVerification(body, context.catalog.operations);
    checkRecorded(context.journal.of(context.account.name), verification.since);
    const observed = new ObservedRequests(verification, context);
    const end = verification.within > 0 && !observed.isSettled ? await observed.wait() : 'settled';
    if (end === 'left') {
      throw serviceUnavailable('The sandbox is closing, and waits for no more requests');
    }
    if (end === 'reset' || !observed.holds) {
      throw new VerificationRefusal(observed.failure(end));
    }
    // The number of matching requests, or of completed steps of a sequence, and the first 100 of them.
    return {count: verification.expectation.found.length, exchanges: observed.shown()};
  },
});

export type Verified = Awaited<ReturnType<typeof verifyRequests.handle>>;

/** The reason a wait ended: settled, timed out, the account was reset, or the client disconnected. */
type VerifyEnd = 'settled' | 'late' | 'reset' | 'left';

/** Passes stored requests to an expectation and, while it waits, new ones. */
class ObservedRequests {
  readonly #journal: AccountJournal;
  /** The number of the latest relevant exchange that is no longer stored; 0 if there is none. */
  readonly #evicted: number;
  /** Requests counted when they were received, so that their responses do not count again. */
  readonly #received = new Set<CountedRequest>();
  #looked = 0;

  constructor(
    private readonly verification: Verification,
    private readonly context: AdminContext,
  ) {
    this.#journal = context.journal.of(context.account.name);
    const {lastEvicted, entries} = this.#journal;
    this.#evicted = lastEvicted > verification.since ? lastEvicted : 0;
    for (const entry of entries) {
      this.#addAnswered(entry);
    }
    for (const request of context.exchanges.unanswered) {
      this.#addReceived(request);
    }
  }

  /** True if the expectation holds regardless of evicted exchanges. */
  get holds(): boolean {
    return this.verification.expectation.holds && !this.#mayBeMore;
  }

  /** True if waiting cannot change the result. */
  get isSettled(): boolean {
    return this.verification.expectation.isSettled || this.#mayBeMore;
  }

  /** True if evicted requests, or those with truncated bodies, could exceed the maximum count. */
  get #mayBeMore(): boolean {
    const {times, unknown} = this.verification.expectation;
    return times.max !== Number.POSITIVE_INFINITY && (this.#evicted > 0 || unknown > 0);
  }

  /** Waits until the expectation is settled, at most for `within`. @throws ApiError, a 429, if too many wait */
  async wait(): Promise<VerifyEnd> {
    const {signal, waiters} = this.context;
    if (signal.aborted) {
      return 'left';
    }
    if (waiters.size >= limits.waitingVerifies) {
      throw tooManyRequests(
        `${limits.waitingVerifies} verifications wait already: as many as can; send it again once one has ended`,
        1,
      );
    }
    waiters.add(this);
    return new Promise<VerifyEnd>(resolve => {
      const end = (how: VerifyEnd) => {
        waiters.delete(this);
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        stopListening();
        resolve(how);
      };
      const leave = () => end('left');
      const timer = setTimeout(end, this.verification.within, 'late');
      signal.addEventListener('abort', leave, {once: true});
      const stopListening = this.#listen(end);
    });
  }

  /** @returns a function that stops listening */
  #listen(end: (how: VerifyEnd) => void): () => void {
    const endIfSettled = () => {
      if (this.isSettled) {
        end('settled');
      }
    };
    const endAnswered = this.#journal.listen({
      appended: entry => {
        this.#addAnswered(entry);
        endIfSettled();
      },
      cleared: () => end('reset'),
    });
    const endReceived = this.context.exchanges.unanswered.subscribe(request => {
      this.#addReceived(request);
      endIfSettled();
    });
    return () => {
      endAnswered();
      endReceived();
    };
  }

  shown(): readonly VerifiedExchange[] {
    return shownOf(this.verification.expectation.found, this.#journal, this.context.exchanges.unanswered);
  }

  failure(end: VerifyEnd): VerifyFailure {
    const {text: expected, scope, since, expectation} = this.verification;
    const {found, missing, isFailed, unknown} = expectation;
    const inScope = this.#journal.entries.filter(
      ({seq, exchange, mark}) => seq > since && matches(scope, exchange, mark),
    );
    return {
      expected,
      found: {count: found.length, among: this.#looked, exchanges: this.shown()},
      nearest: missing === undefined ? [] : nearMisses(inScope, missing, found),
      ...(this.#evicted > 0 && !isFailed && {evicted: this.#evicted}),
      ...(unknown > 0 && !isFailed && {unknown}),
      ...(end === 'reset' && {reset: true}),
    };
  }

  #addAnswered({seq, exchange, mark}: JournalEntry): void {
    const received = [...this.#received].find(ref => ref.seq === seq);
    if (received !== undefined) {
      this.#received.delete(received);
    } else if (seq > this.verification.since) {
      this.#add({ref: {seq}, request: exchange, mark});
    }
  }

  #addReceived(request: ReceivedRequest): void {
    if (this.verification.isReceived && request.account === this.context.account.name) {
      this.#received.add(request.ref);
      this.#add({ref: request.ref, request, mark: this.#journal.marks.assignment.mark});
    }
  }

  #add(candidate: Candidate): void {
    if (matches(this.verification.scope, candidate.request, candidate.mark)) {
      this.#looked += 1;
      this.verification.expectation.add(candidate);
    }
  }
}

const maxNearMisses = 3;

/** Limits the work: each comparison takes time proportional to the body, and older requests are rarely relevant. */
const maxCandidates = 200;

/** A difference in one of these outweighs all others. */
const decisive = new Set(['operation', 'method', 'path']);

const distance = (misses: readonly Miss[]): number =>
  misses.reduce((sum, {field}) => sum + (decisive.has(field) ? 100 : 1), 0);

/** Near misses, the nearest first; among equals, the latest first. */
function nearMisses(entries: readonly JournalEntry[], missing: Pattern, found: readonly CountedRequest[]): NearMiss[] {
  const taken = new Set(found.map(({seq}) => seq));
  return entries
    .filter(({seq}) => !taken.has(seq))
    .slice(-maxCandidates)
    .map(entry => ({
      entry,
      misses: missesOf(missing, entry.exchange, entry.mark ?? (entry.unassigned && overlapText(entry.unassigned))),
    }))
    .filter(({misses}) => misses.length > 0)
    .sort((one, other) => distance(one.misses) - distance(other.misses) || other.entry.seq - one.entry.seq)
    .slice(0, maxNearMisses)
    .map(({entry, misses}) => {
      const {seq, method, url, status, caller} = summaryOf(entry);
      return {seq, method, url, status, caller, misses};
    });
}
