import type {ErrorCode} from '../../errors.js';
import type {CollectionName, CollectionRow, OperationId} from '../../schema/catalog-names.js';
import type {AccountHandle} from '../account-handle.js';

/** The ways in which a check breaks a client, in the order of the report's columns. */
export const checkNames = ['lost', 'refused', 'garbled', 'silent', 'twice', 'kill', 'assume'] as const;

export type CheckKind = (typeof checkNames)[number];

/**
 * `healed`: the final state is that of the reference. `reported`: the command failed and left nothing wrong. `stuck`:
 * the command failed when it ran again. `depends`: the result depends on an unknown behavior of the service.
 */
export const verdicts = [
  'healed',
  'reported',
  'duplicated',
  'lost',
  'changed',
  'stuck',
  'hung',
  'depends',
  'not reproducible',
  'not applicable',
  'not judged',
] as const;

export type Verdict = (typeof verdicts)[number];

const bad: ReadonlySet<Verdict> = new Set(['duplicated', 'lost', 'changed', 'stuck', 'hung']);

export const isBad = (verdict: Verdict): boolean => bad.has(verdict);

/** True if the trial is inconclusive. */
export const isUnknown = (verdict: Verdict): boolean => verdict.startsWith('not ');

/** A record that differs from the reference. */
export interface WrongRecord {
  readonly kind: CollectionName;
  readonly difference: 'duplicated' | 'lost' | 'changed';
  /** Undefined if the reference has no such record. */
  readonly expected?: CollectionRow;
  readonly found?: CollectionRow;
  /** The constituent to whom the record belongs: `Ada Test`. */
  readonly owner?: string;
}

/** A request of the command, identified by its content and not by its time. */
export interface CheckedCall {
  readonly account: string;
  readonly operation: OperationId;
  readonly method: string;
  /** Includes the query, but never a key. */
  readonly url: string;
  readonly body: string | null;
  /** `src/crm.js:8 < src/donate.js:31`, if the client sends it. */
  readonly caller: string | null;
  /** Among the calls of its site, from 1. */
  readonly nth: number;
}

/** A request of a trial, from the broken call on, as seen by both sides. */
export interface Step {
  readonly method: string;
  readonly url: string;
  readonly caller: string | null;
  /** The status of the service's response; 0 if there was none. */
  readonly status: number;
  /** The response as the client received it: `200`, `no response`, `200 with an HTML page`. */
  readonly received: string;
  /** True if the service stored a change. */
  readonly isStored: boolean;
}

/** The origin of a repeated request. */
export interface Repeat {
  /** `library`: the user's code sent it only once. */
  readonly by: 'library' | 'code or library';
  /** `PHP's curl` */
  readonly client: string | null;
  /** The remedy in the client's language. */
  readonly remedy: string | null;
}

export interface CheckCase {
  /** Identifies the case, for repeating it: `crm-sandbox check --case 1f3a9c02`. */
  readonly id: string;
  readonly check: CheckKind;
  /** `on a reused connection`, `503`, `after the response`, `keyword_delete=permanent`; empty for `twice`. */
  readonly variant: string;
  /** `rerun`: the trial began with the final state of a first run. */
  readonly start: 'given' | 'rerun';
  /** Null for a check of the whole run. */
  readonly call: CheckedCall | null;
  /** The index in `sites`; null for a check of the whole run. */
  readonly site: number | null;
  readonly verdict: Verdict;
  /** True if the case counts against the check. */
  readonly isBad: boolean;
  /** The reason for a verdict that begins with `not`, or for a bad verdict that does not count. */
  readonly reason: string | null;
  /** The reason in the file of known cases. */
  readonly known: string | null;
  /** The command's exit code; null if it was terminated. */
  readonly code: number | null;
  readonly records: readonly WrongRecord[];
  readonly steps: readonly Step[];
  readonly repeat: Repeat | null;
  /** The end of the command's output. */
  readonly output: string;
  /** The file of the trial's trace; null for a good verdict. */
  readonly trace: string | null;
}

/** A place in the code that sends one kind of request. */
export interface Site {
  /** The call chain; null if the client does not send it. */
  readonly caller: string | null;
  readonly operation: OperationId;
  /** `amount, external_id`: the names of the body's fields, or of the query's parameters. */
  readonly keys: string;
  readonly start: 'given' | 'rerun';
  readonly isWrite: boolean;
  /** The number of calls in the reference run. */
  readonly calls: number;
  /** The number of trials omitted to save time. */
  readonly pruned: number;
  /** Reasons why checks do not apply here, by check: `{kill: 'a read stores nothing'}`. */
  readonly untried: Readonly<Partial<Record<CheckKind, string>>>;
}

/** A check's result. It depends neither on the machine nor on the time, except for `milliseconds`. */
export interface CheckResult {
  /** True if there are too many bad cases, or if nothing was judged. */
  readonly failed: boolean;
  readonly cases: readonly CheckCase[];
  readonly sites: readonly Site[];
  /** Values that differ between runs without faults: `gifts.external_id`. */
  readonly volatile: readonly string[];
  /** Ids of trials omitted because of the time budget or an interruption. */
  readonly skipped: readonly string[];
  /** True if `twice` and `kill` count: the user requested it, or a second run changed nothing. */
  readonly isRerunnable: boolean;
  /** Entries of the file of known cases without a matching case. */
  readonly unusedCases: readonly string[];
  /** Milliseconds of the first reference run. */
  readonly milliseconds: number;
}

/** A case that a team accepts, and the reason. */
export interface KnownCase {
  /** The call chain without line numbers: `src/crm.js < src/donate.js`. Default: any */
  readonly chain?: string;
  /** Default: any */
  readonly operation?: OperationId;
  readonly check?: CheckKind;
  readonly verdict: Verdict;
  readonly reason: string;
  /** The last day: `<YYYY-MM-DD>`. */
  readonly until?: string;
}

/** An AbortSignal if the compiler knows the type: the DOM library and Node's types declare it. */
type Signal = typeof globalThis extends {AbortSignal: {prototype: infer Known}} ? Known : {readonly aborted: boolean};

/** One run of a client. Every run has a separate sandbox and port. */
export interface ClientAccess {
  readonly url: string;
  readonly key: string;
  /** An empty folder for the client's files, such as a cursor; it is kept if the trial runs the client again. */
  readonly folder: string;
  /** Aborted if the run must end. */
  readonly signal: Signal;
}

/** Runs the client once from start to end. @returns its exit code; a client that throws has failed */
export type RunClient = (access: ClientAccess) => Promise<unknown>;

/** A command that `sandbox.check` runs, with `CRM_SANDBOX_URL` and `CRM_SANDBOX_KEY` in its environment. */
export interface CheckedCommand {
  /** The program and its arguments; no shell reads them. */
  readonly command: readonly string[];
  /** Variables in addition to those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Options of `sandbox.check`. */
export interface CheckOptions {
  /** The number of trials at a time. Default: 2 */
  readonly jobs?: number;
  /** Milliseconds for all trials; none starts afterwards. */
  readonly budget?: number;
  /** Milliseconds before a run may be judged hung; at least five times the reference. Default: 35,000 */
  readonly patience?: number;
  /** True if the command may be run again: `twice` and `kill` then count. */
  readonly rerun?: boolean;
  /** True to try every call. Default: the first, second and last call of each site */
  readonly all?: boolean;
  /** True to try each assumption. */
  readonly assumeMatrix?: boolean;
  /** The number of allowed bad cases. Default: 0 */
  readonly maxBad?: number;
  /** Runs only the trial with this id. */
  readonly case?: string;
  readonly cases?: readonly KnownCase[];
  /** A shell command that runs before each trial, with the trial's environment. */
  readonly before?: string;
  /** The folder for the traces of bad cases. Default: none are kept */
  readonly traces?: string;
  /** Ends all runs; the result contains the cases so far. */
  readonly signal?: Signal;
  /** Called with the sandbox of the first reference run, before it closes. */
  readonly onReference?: (sandbox: AccountHandle) => Promise<void>;
  readonly onProgress?: (progress: CheckProgress) => void;
}

interface CheckProgress {
  readonly done: number;
  readonly total: number;
  readonly running: number;
  readonly bad: number;
}

/** An inconclusive check, which neither passes nor fails. */
export class RefusedCheck extends Error {
  override readonly name = 'RefusedCheck';
  readonly code = 'CHECK_REFUSED' satisfies ErrorCode;
}
