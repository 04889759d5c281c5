import type {BrokenRule} from '../exchanges/exchange.js';
import type {FindingId} from '../schema/catalog-names.js';

/** Data lost, wrong or written twice; something that will hurt at size or elsewhere; good to know. */
export type Level = BrokenRule['level'];

/** From the worst on. */
export const levels: readonly Level[] = ['error', 'warn', 'info'];

export interface RequestRef {
  readonly account: string | null;
  /** Its number in the account. */
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
  /** True if the body is only the beginning of one: a finding keeps no more than 4 KiB. */
  readonly truncated?: boolean;
}

interface Fix {
  readonly text: string;
  /** The corrected request; null where none would do. */
  readonly request: RequestToSend | null;
  /** The same as a command that uses CRM_SANDBOX_URL and CRM_SANDBOX_KEY; null if the body is truncated. */
  readonly curl: string | null;
}

/** One mistake of a client, however often it was made. Nothing in it depends on the machine, or on when it was made. */
export interface Finding {
  readonly rule: FindingId;
  readonly level: Level;
  readonly count: number;
  readonly first: RequestRef;
  readonly last: RequestRef;
  /** The first of the worst requests. The texts and the fix are about it. */
  readonly worst: RequestRef;
  /** The operation, `createGift`; method and path where there is none. */
  readonly operation: string;
  /** A JSON pointer into the body, the name of a parameter, or of a header; empty where it is the request as a whole. */
  readonly where: string;
  /** Up to five different places. */
  readonly places: readonly string[];
  /** The value that was sent there in the worst request, the first of several. */
  readonly got: string | null;
  /** Up to five different values. */
  readonly values: readonly string[];
  /** The value that was meant, as far as one can tell. */
  readonly nearest: string | null;
  /** A sentence about the worst request, the first of several. */
  readonly message: string;
  readonly fix: Fix;
  readonly docs: string;
  /** Up to five call chains of the client, `src/crm.ts:8 < src/sync.ts:42`, the innermost frame first. */
  readonly caller: readonly string[];
  /** The same for the same mistake on every run, whatever the ids. */
  readonly fingerprint: string;
}

export interface FindingsReport {
  readonly findings: readonly Finding[];
  /** The ids of the rules that no request matched. */
  readonly not_exercised: readonly string[];
  /** The number of findings, of any account, that were dropped since the start, to free memory or by a reset of all. */
  readonly dropped: number;
  /** The time at which the node took over the sandbox from another one, with which the findings before were lost. */
  readonly taken_over_at?: string;
}
