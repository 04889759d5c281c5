import type {AccountState} from '../accounts/account-state.js';
import type {Operation} from '../operations/operation.js';
import type {RequestIssues} from '../schema/issue.js';

/**
 * What a request was sent to: the service's interface, the sandbox itself, or a page a browser sees; or to the service's
 * interface as of a moment that has passed, which is no request to the service.
 */
export type Surface = 'api' | 'admin' | 'page' | 'as-of';

/** How a request carried its key, and what the key may do; never the key itself. */
export interface KeyKind {
  readonly scheme: 'basic' | 'bearer' | 'access_token';
  /** Undefined where the key is not known. */
  readonly role?: 'full' | 'read-only' | 'blocked';
}

/** Who sent a request, as far as it says so itself. */
export interface ClientInfo {
  /** `src/sync.ts:42`, from the header `X-Sandbox-Caller`. */
  readonly caller?: string;
  readonly userAgent?: string;
}

/** Which operation of the service's interface: `createGift`, `POST`, `/api/v1/constituents/{constituent_id}/gifts`. */
interface OperationName {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** What was done to a request on purpose: see `docs/faults.md`. */
export interface FaultLabel {
  /** The id of the rule. */
  readonly id: string;
  /** `status`, `reset`, `delay`, ... */
  readonly kind: string;
  readonly when: 'before' | 'after-commit';
  /** Whether what the request asked to be changed is kept. */
  readonly committed: boolean;
}

/** One request, and what it did. Nothing in it is copied: the states, the body and the reply are the very ones. */
export interface Exchange {
  /** Counts per account, from 1 on, and is never used again; 0 where the request was not to the service's interface. */
  readonly seq: number;
  /** Counts over all accounts in the order in which requests were settled, which may not be that of their answers. */
  readonly order?: number | undefined;
  /** By the account's clock: `<YYYY-MM-DDTHH:MM:SSZ>`. */
  readonly at: string;
  /** By the machine's clock, in milliseconds since 1970. */
  readonly receivedAt: number;
  /** The name of the account; null where there is none: a request without a key, or that is no HTTP. */
  readonly account: string | null;
  readonly surface: Surface;
  readonly key?: KeyKind | undefined;
  /** Where a request without a key seems to have one that is not read there: `header X-API-Key`; never the key itself. */
  readonly unreadKey?: string | undefined;
  readonly client: ClientInfo;
  /** Empty where the request could not be read so far; so is `url`. */
  readonly method: string;
  /** As requested, with its query, but never with a key. */
  readonly url: string;
  /** The operation that method and path name, whatever became of the request. */
  readonly operation?: OperationName | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly requestHeaders: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As it was read from JSON; undefined where there was none, or none that could be read. */
  readonly body?: unknown;
  /** As it was sent. */
  readonly rawBody?: string | undefined;
  readonly issues: RequestIssues;
  /** 0 where a fault kept it from being answered. */
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The body of the reply as it was sent; undefined where there was none, or where it was streamed. */
  readonly reply?: string | undefined;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  /** What was injected, and is no mistake of the client's. */
  readonly fault?: FaultLabel | undefined;
}

/** An exchange with what only readers inside of the sandbox can make use of. */
export interface FullExchange extends Exchange {
  readonly operation?: Operation | undefined;
  /** The account as the request found it, and as it left it. */
  readonly before?: AccountState | undefined;
  readonly after?: AccountState | undefined;
  /** The number of rows that the request put or removed. */
  readonly changedRows?: number | undefined;
}

/** Of a request that was refused before it was looked at. */
export const noIssues: RequestIssues = {refused: [], ignored: []};
