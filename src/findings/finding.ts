import type {BrokenRule} from '../exchanges/exchange.js';
import type {FindingId} from '../schema/catalog-names.js';

/** Error: data was lost, corrupted or duplicated. Warn: will fail at scale or elsewhere. Info: good to know. */
export type Level = BrokenRule['level'];

/** The worst first. */
export const levels: readonly Level[] = ['error', 'warn', 'info'];

export interface RequestRef {
  readonly account: string | null;
  /** The request's number in the account. */
  readonly seq: number;
  readonly method: string;
  /** As requested, without a key. */
  readonly url: string;
}

/** A request that made a mistake. */
export interface Occurrence extends RequestRef {
  readonly operation: string;
  readonly caller?: string;
}

export interface RequestToSend {
  readonly method: string;
  /** With its query: `/api/v1/constituents/search?q[]=name=Smith`. */
  readonly path: string;
  readonly body?: unknown;
  /** True if the body is truncated: a finding keeps at most 4 KiB. */
  readonly truncated?: boolean;
}

interface Fix {
  readonly text: string;
  /** The corrected request; null if none would work. */
  readonly request: RequestToSend | null;
  /** The request as a command that uses CRM_SANDBOX_URL and CRM_SANDBOX_KEY; null if the body is truncated. */
  readonly curl: string | null;
}

/** One mistake of a client with all its occurrences. It does not depend on the machine or the time. */
export interface Finding {
  readonly rule: FindingId;
  readonly level: Level;
  readonly count: number;
  readonly first: RequestRef;
  readonly last: RequestRef;
  /** The first of the worst requests. `message` and `fix` describe it. */
  readonly worst: RequestRef;
  /** The operation, `createGift`; method and path if there is none. */
  readonly operation: string;
  /** A JSON pointer into the body, or the name of a parameter or header; empty for the request as a whole. */
  readonly where: string;
  /** Up to five different locations. */
  readonly places: readonly string[];
  /** The value there in the worst request, the first of several. */
  readonly got: string | null;
  /** Up to five different values. */
  readonly values: readonly string[];
  /** The probably intended value, if known. */
  readonly nearest: string | null;
  /** A sentence about the worst request, the first of several. */
  readonly message: string;
  readonly fix: Fix;
  readonly docs: string;
  /** Up to five call chains of the client, `src/crm.ts:8 < src/sync.ts:42`, the innermost frame first. */
  readonly caller: readonly string[];
  /** Identifies the mistake: the same in every run, regardless of ids. */
  readonly fingerprint: string;
}

export interface FindingsReport {
  readonly findings: readonly Finding[];
  /** The ids of rules without a matching request. */
  readonly not_exercised: readonly string[];
  /** The number of findings of any account that were dropped since the start, to free memory or by a reset of all. */
  readonly dropped: number;
  /** The time at which the node took over the sandbox from another one, which lost earlier findings. */
  readonly taken_over_at?: string;
}
