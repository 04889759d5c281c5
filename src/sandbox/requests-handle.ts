import {defaultAccount} from '../accounts/accounts.js';
import {type AdminContext, executeAdmin} from '../admin/admin-operation.js';
import {showCoverage} from '../admin/findings.js';
import {type ListedRequest, listOf, setMark} from '../admin/requests/list.js';
import {type ReplayedRequest, replayRequest} from '../admin/requests/replay.js';
import {type ShownRequest, showRequest} from '../admin/requests/show.js';
import {
  linesOf,
  type NearMiss,
  VerificationRefusal,
  type VerifiedExchange,
  type VerifyFailure,
} from '../admin/verify/failure.js';
import type {VerifyRequest} from '../admin/verify/verification.js';
import {verifyRequests} from '../admin/verify/verify.js';
import type {ExchangeBus} from '../exchanges/bus.js';
import type {Exchange} from '../exchanges/exchange.js';
import {queryOf, type RequestFilters} from '../exchanges/filters.js';
import type {CoverageReport} from '../findings/coverage/report.js';
import type {Finding} from '../findings/finding.js';
import {quote} from '../schema/fields.js';

/** The requests to an account: `docs/requests.md`. */
export interface RequestsHandle {
  /** Returns the stored requests and their outcomes, the oldest first, optionally filtered. */
  requests(filters?: RequestFilters): Promise<readonly ListedRequest[]>;
  /** Returns a request with its body, response and change. @param seq the request's number */
  request(seq: number): Promise<ShownRequest>;
  /**
   * Sends a request again as a client would, with `console` as its caller: to the account itself or, with `fork`, to a
   * new account with the data from before the request.
   * @param seq the request's number
   */
  replay(seq: number, options?: {readonly fork?: boolean}): Promise<ReplayedRequest>;
  /** Labels all following requests, for example with the title of a test; null removes the label. */
  mark(name: string | null): Promise<void>;
  /** Calls the reader after each response. @returns a function that unsubscribes */
  onExchange(reader: (exchange: Exchange) => void): () => void;
}

/** @param name the account's name; the default account also gets requests without an account */
export function requestsHandle(
  name: string,
  exchanges: ExchangeBus,
  context: () => Promise<AdminContext>,
): RequestsHandle {
  const isOwn = ({account, surface}: Exchange) => surface === 'api' && (account ?? defaultAccount) === name;
  return {
    requests: async (filters = {}) => listOf(await context(), queryOf(filters)),
    request: async seq => executeAdmin(showRequest, await context(), {params: {seq: String(seq)}}),
    replay: async (seq, {fork = false} = {}) =>
      executeAdmin(replayRequest, await context(), {params: {seq: String(seq)}, query: {fork: String(fork)}}),
    mark: async mark => {
      await executeAdmin(setMark, await context(), {body: {name: mark}});
    },
    onExchange: reader => {
      if (typeof reader !== 'function') {
        throw new TypeError(`onExchange: must be a function, got ${quote(reader)}`);
      }
      return exchanges.subscribe(exchange => isOwn(exchange) && reader(exchange));
    },
  };
}

/** Mistakes that an account's clients made. */
export interface FindingsHandle {
  /**
   * Returns every mistake so far, the worst first, with identical ones counted together.
   * @param options `all` includes every account. Default: this account
   */
  findings(options?: {readonly all?: boolean}): Promise<readonly Finding[]>;
  /** Returns the ids of the rules that no request exercised, in any account. They had nothing to check. */
  notExercised(): Promise<readonly string[]>;
  /** The number of findings, in any account, dropped because of memory limits or a reset of all accounts. */
  droppedFindings(): Promise<number>;
  /**
   * Returns the parts of the contract that clients exercised, and those that they did not. Resets do not affect it.
   * @param options `all` combines every account. Default: this account
   */
  coverage(options?: {readonly all?: boolean}): Promise<CoverageReport['coverage']>;
}

export const findingsHandle = (context: () => Promise<AdminContext>): FindingsHandle => ({
  findings: async ({all = false} = {}) => {
    const {inspector, account} = await context();
    return inspector.report(all ? undefined : account.name).findings;
  },
  notExercised: async () => (await context()).inspector.report().not_exercised,
  droppedFindings: async () => (await context()).inspector.dropped,
  coverage: async ({all = false} = {}) =>
    (await executeAdmin(showCoverage, {...(await context()), isForAll: all}, {})).coverage,
});

export interface VerifyHandle {
  /**
   * Verifies that the account received the expected requests; with `within`, it waits for them.
   * @returns the matching requests, each with its change
   * @throws VerificationError if the expectation is not met
   */
  verify(expected: VerifyRequest): Promise<readonly VerifiedExchange[]>;
}

export const verifyHandle = (context: () => Promise<AdminContext>): VerifyHandle => ({
  verify: async expected => {
    if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) {
      // Without an expectation, any request would fulfil it.
      throw new TypeError(`verify: must be an object such as {operation: 'createGift'}, got ${quote(expected)}`);
    }
    try {
      const body = expected as Parameters<typeof verifyRequests.handle>[0]['body'];
      return (await executeAdmin(verifyRequests, await context(), {body})).exchanges;
    } catch (error) {
      throw error instanceof VerificationRefusal ? new VerificationError(error.failure) : error;
    }
  },
});

/** A verification failed. The message lists the expected requests, the matching ones and the near misses. */
export class VerificationError extends Error {
  /** `exactly once: createGiftOfConstituent, body {"received_amount":50}` */
  readonly expected: string;
  readonly found: VerifyFailure['found'];
  /** Near misses, the nearest first. */
  readonly nearest: readonly NearMiss[];
  /** The number of the latest relevant exchange that is no longer stored; undefined if all are stored. */
  readonly evicted: number | undefined;
  /** The number of requests that may match, but whose bodies were truncated; undefined if none. */
  readonly unknown: number | undefined;

  constructor(failure: VerifyFailure) {
    super(linesOf(failure).join('\n'));
    this.name = 'VerificationError';
    this.expected = failure.expected;
    this.found = failure.found;
    this.nearest = failure.nearest;
    this.evicted = failure.evicted;
    this.unknown = failure.unknown;
  }
}
