import type {AccountState} from '../accounts/account-state.js';
import type {Operation} from '../operations/operation.js';
import type {FaultKindName, OperationId, RuleId} from '../schema/catalog-names.js';
import type {RequestIssues} from '../schema/issue.js';
import type {ReplayFacts} from './trace/format.js';

/** The service's API, the sandbox's own API, a page for browsers, or a read of the API as of an earlier moment. */
export type Surface = 'api' | 'admin' | 'page' | 'as-of';

/** The location and permissions of a key; never the key itself. */
export interface KeyKind {
  readonly scheme: 'basic' | 'bearer' | 'access_token';
  /** Undefined for an unknown key. */
  readonly role?: 'full' | 'read-only' | 'blocked';
}

/** The sender of a request, as its headers name it. */
export interface ClientInfo {
  /** `src/crm.ts:8 < src/sync.ts:42`, the innermost frame first, from the header `X-Sandbox-Caller`. */
  readonly caller?: string;
  readonly userAgent?: string;
}

/** `createGift`, `POST`, `/api/v1/constituents/{constituent_id}/gifts`. */
interface OperationName {
  readonly id: OperationId;
  readonly method: string;
  readonly path: string;
}

/** An injected fault: see `docs/test/faults.md`. */
export interface FaultLabel {
  readonly id: string;
  readonly kind: FaultKindName;
  readonly when: 'before' | 'after-commit';
  /** True if the request's change is kept. */
  readonly committed: boolean;
}

/** A rule of findings that a request breaks, with the level of its worst mistake. */
export interface BrokenRule {
  readonly rule: RuleId;
  readonly level: 'error' | 'warn' | 'info';
  /** At most 50 of its findings. */
  readonly fingerprints: readonly string[];
}

/** Lists the rules that an exchange breaks. */
export type FindBrokenRules = (exchange: FullExchange) => BrokenRule[];

/** One request and its effects. Nothing is copied: the states, the body and the response are the original values. */
export interface Exchange {
  /** Counts per account from 1 and is never reused; 0 for a request that is not to the service's API. */
  readonly seq: number;
  /** Counts over all accounts in the order of commits, which may differ from the order of responses. */
  readonly order?: number | undefined;
  /** By the clock of the account, or of the sandbox's baseline without one: `<YYYY-MM-DDTHH:MM:SSZ>`. */
  readonly at: string;
  /** By the machine's clock, in milliseconds since 1970. */
  readonly receivedAt: number;
  /** Null for a request without a known key, or one that is not HTTP. */
  readonly account: string | null;
  readonly surface: Surface;
  readonly key?: KeyKind | undefined;
  /** An ignored location that seems to contain a key: `header X-API-Key`; never the key itself. */
  readonly unreadKey?: string | undefined;
  readonly client: ClientInfo;
  /** The connection's number, from 1 in the order of first requests; undefined for input that is not HTTP. */
  readonly connection?: number | undefined;
  /** Empty, like `url`, if the request could not be parsed. */
  readonly method: string;
  /** Includes the query, but never a key. */
  readonly url: string;
  /** The operation for the method and path, regardless of the response. */
  readonly operation?: OperationName | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly requestHeaders: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The parsed JSON; undefined if there is none or it is invalid. */
  readonly body?: unknown;
  readonly rawBody?: string | undefined;
  readonly issues: RequestIssues;
  /** 0 if a fault prevented a response. */
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The body of the response; undefined if there is none or it was streamed. */
  readonly reply?: string | undefined;
  /** Duration in milliseconds. */
  readonly ms: number;
  /** The injected fault, which is not the client's mistake. */
  readonly fault?: FaultLabel | undefined;
  /** The ids of the overrides that changed the response, in their order: see `docs/test/overrides.md`. */
  readonly overrides?: readonly string[] | undefined;
}

/** An exchange with the values that only readers within the sandbox can use. */
export interface FullExchange extends Exchange {
  readonly operation?: Operation | undefined;
  readonly before?: AccountState | undefined;
  readonly after?: AccountState | undefined;
  /** The number of rows that the request wrote or removed. */
  readonly changedRows?: number | undefined;
  /** The response before a patch by overrides; null if they replaced it, so that the client saw none of it. */
  readonly unpatched?: Pick<Exchange, 'reply'> | null | undefined;
  readonly replayFacts?: (ReplayFacts & {readonly headers: Readonly<Record<string, string>>}) | undefined;
}

/** For a request that was rejected before it was parsed. */
export const noIssues: RequestIssues = {refused: [], ignored: []};
