import type {Profile} from '../../fixtures/index.js';
import type {Submission} from '../accounts/submissions.js';
import type {ClockStatus} from '../admin/clock.js';
import type {FaultStatus} from '../admin/faults.js';
import type {OverrideStatus} from '../admin/overrides.js';
import type {ListedRequest} from '../admin/requests/list.js';
import type {ReplayedRequest} from '../admin/requests/replay.js';
import type {ShownRequest} from '../admin/requests/show.js';
import type {Diff, DiffRange} from '../admin/states/diff.js';
import type {AccountStatus, SandboxStatus} from '../admin/status.js';
import type {VerifiedExchange} from '../admin/verify/failure.js';
import type {VerifyRequest} from '../admin/verify/verification.js';
import type {Exchange} from '../exchanges/exchange.js';
import type {RequestFilters} from '../exchanges/filters.js';
import type {FaultRule} from '../faults/rules/fault-rule.js';
import type {CoverageReport} from '../findings/coverage/report.js';
import type {Finding} from '../findings/finding.js';
import type {RuleId, SeedRecords} from '../schema/catalog-names.js';
import type {Assume} from '../settings.js';

/** Options for generated data, or records to load. */
export type SeedRequest =
  | {readonly seed?: number; readonly seed_until?: string; readonly profile?: Profile; readonly baseline?: boolean}
  | {readonly seed?: number; readonly seed_until?: string; readonly constituents?: number; readonly baseline?: boolean}
  | {
      /** By kind, in API format: `{constituents: [{$id: 'ada', ...}], gifts: [{constituent_id: '$ada', ...}]}`. */
      readonly records: SeedRecords;
      /** For editors: the path of `docs/seed.schema.json`. */
      readonly $schema?: string;
      /** Default: merge */
      readonly mode?: 'merge' | 'replace';
      readonly baseline?: boolean;
    };

/** The clock of one account. It determines every timestamp, the current date and which constituents are lapsed. */
export interface ClockHandle {
  /** The current time: `<YYYY-MM-DDTHH:MM:SSZ>` */
  now(): Promise<string>;
  /** Freezes the clock, at the given time or now. */
  freeze(at?: string): Promise<ClockStatus>;
  /** Lets the clock run, from the given time or from its current one. */
  run(from?: string): Promise<ClockStatus>;
  /** Sets the time; the clock stays frozen or running. */
  set(to: string): Promise<ClockStatus>;
  /** Moves the time. @param duration ISO 8601: `P1D`, `PT2H30M`, `-P1M` */
  advance(duration: string): Promise<ClockStatus>;
  /** Advances a frozen clock with each write; null turns this off. @param step ISO 8601: `PT1S` */
  tick(step: string | null): Promise<ClockStatus>;
}

export interface ResetOptions {
  readonly keep?: ReadonlyArray<'faults' | 'requests'>;
}

export interface AccountOptions {
  /** Assumptions that override those of the sandbox, so that accounts can differ in behavior. */
  readonly assume?: Assume;
}

/** An account, accessed from the process that serves it. Methods reject with the same messages as the HTTP API. */
export interface AccountHandle extends RequestsHandle {
  readonly name: string;
  /** A key for this account. */
  readonly key: string;
  readonly clock: ClockHandle;
  /** Returns record counts, the clock and the active settings. */
  status(): Promise<SandboxStatus>;
  /**
   * Resets the account to its baseline, or empties it. Fast at any size.
   * @param options parts to keep: `{keep: ['faults']}`
   */
  reset(to?: 'baseline' | 'empty', options?: ResetOptions): Promise<AccountStatus>;
  /**
   * Saves the current state under a name or, with `of`, the state after a request (`request:142`) or before it
   * (`before:142`). Fast at any size.
   */
  snapshot(name: string, options?: {readonly of?: string}): Promise<void>;
  /** Restores a snapshot, or the state before (`before:142`) or after (`request:142`) a request. Repeatable. */
  restore(to: string): Promise<AccountStatus>;
  /** Generates data, or loads the given records. */
  seed(request: SeedRequest): Promise<AccountStatus>;
  /**
   * Returns the records created, changed and deleted since a snapshot or request (`request:142`); default: the
   * baseline. `to` limits the range: `diff({from: 'before:142', to: 'request:150'})`.
   */
  diff(from?: string | DiffRange): Promise<Diff>;
  /**
   * Adds a fault, as an object or in short form: `'createGift#2:lost'`.
   * @returns a function that removes the fault; `await using` removes it at the end of the scope
   */
  fault(rule: string | FaultRule): Promise<ArmedFault>;
  /** Returns the active faults with the requests that they affected. */
  faults(): Promise<readonly FaultStatus[]>;
  /** Returns the overrides, which apply to every account, with the number of their hits. */
  overrides(): Promise<readonly OverrideStatus[]>;
  /** Returns the form submissions since the data was last replaced, the latest last. */
  submissions(): Promise<readonly Submission[]>;
  /**
   * Returns every mistake so far, the worst first, with identical ones counted together.
   * @param options `all` includes every account. Default: this account
   */
  findings(options?: {readonly all?: boolean}): Promise<readonly Finding[]>;
  /** Returns the ids of the rules that no request exercised, in any account. They had nothing to check. */
  notExercised(): Promise<readonly RuleId[]>;
  /** The number of findings, in any account, dropped because of memory limits or a reset of all accounts. */
  droppedFindings(): Promise<number>;
  /**
   * Returns the parts of the contract that clients exercised, and those that they did not. A reset does not clear it.
   * @param options `all` combines every account. Default: this account
   */
  coverage(options?: {readonly all?: boolean}): Promise<CoverageReport['coverage']>;
  /**
   * Verifies that the account received the expected requests; with `within`, it waits for them.
   * @returns the matching requests, each with its change
   * @throws VerificationError if the expectation is not met
   */
  verify(expected: VerifyRequest): Promise<readonly VerifiedExchange[]>;
}

/** The requests to an account: `docs/test/requests.md`. */
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
  /**
   * Begins a mark, such as the title of a test: subsequent requests belong to it until it ends. While several marks are
   * active in an account, its requests belong to none and list the marks. Null ends all marks.
   */
  mark(name: string): Promise<ActiveMark>;
  mark(name: null): Promise<void>;
  /** Calls the reader after each response. @returns a function that unsubscribes */
  onExchange(reader: (exchange: Exchange) => void): () => void;
}

/** Supports `await using` if the compiler's library declares the symbol, which older libraries do not. */
export type AsyncDispose = SymbolConstructor extends {readonly asyncDispose: infer S extends symbol}
  ? {readonly [dispose in S]: () => Promise<void>}
  : object;

/** A mark until it ends; repeated calls have no effect. `await using` calls `end` at the end of the scope. */
export type ActiveMark = AsyncDispose & {
  readonly name: string;
  end(): Promise<void>;
};

/** Removes the fault; repeated calls have no effect. `await using` calls it at the end of the scope. */
export type ArmedFault = AsyncDispose & {
  (): Promise<void>;
  readonly id: string;
  /** Returns the rule with the number of faulted requests and their journal numbers. */
  status(): Promise<FaultStatus | undefined>;
};

/** Removes the overrides; repeated calls have no effect. */
export type ArmedOverrides = AsyncDispose & {
  (): Promise<void>;
  readonly ids: readonly string[];
};
