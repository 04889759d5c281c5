import type * as z from 'zod';
import type {Issues} from '../schema/issues.js';
import type {Reply} from '../schema/replies.js';
import type {Term} from '../search/term.js';
import type {Settings} from '../settings.js';
import type {Chunked} from '../store/chunked.js';
import type {MissingIndexes} from '../store/collection.js';
import type {Transaction} from '../store/transaction.js';
import type {Caches} from './caches.js';

/** The input of a handler. It is independent of HTTP, so tests and the command line can call handlers too. */
export interface OperationInput<Query, Body> {
  /** The ids in the path, by parameter name. */
  readonly params: Readonly<Record<string, number>>;
  /** Path parameters that are not ids: `{type}`. */
  readonly textParams: Readonly<Record<string, string>>;
  readonly query: Query;
  /** The valid part of the body; the whole body if there are no issues. */
  readonly body: Body;
  /** A handler adds its own issues; any issue rejects the whole request. */
  readonly issues: Issues;
  readonly settings: Settings;
  readonly caches?: Caches | undefined;
}

export interface ResultPage {
  readonly total: number;
  /** Defaults to that of the operation. */
  readonly itemType?: string;
  readonly items: readonly object[];
}

/** One row of the contract's endpoint tables, and the function that serves it. */
export interface OperationSpec<Q extends z.ZodObject, B extends z.ZodObject> {
  /** Stable: clients generate method names from it. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to the base address; parameters are in braces. */
  readonly path: string;
  /** The values of the path's `{type}`, which is not an id. */
  readonly types?: readonly string[];
  /** The kind of its records, if the path does not end in its name. */
  readonly kind?: string;
  readonly tag: string;
  readonly summary: string;
  readonly query?: Q;
  readonly body?: B;
  /** Fields of the body that the contract requires and the service does not: see `required_fields`. */
  readonly requiredByContract?: readonly string[];
  readonly reply: Reply;
  /** The statuses of the contract, `OK` ones included; see `statuses` for all possible ones. */
  readonly codes: readonly number[];
  readonly search?: SearchDescription;
  /** The reason for an operation that is not in the contract. */
  readonly beyondContract?: string;
  /** The missing indexes that it uses, apart from those for lookups of its kind. */
  missingIndexes?(
    input: Pick<OperationInput<z.infer<Q>, unknown>, 'query' | 'settings'>,
    transaction: Transaction,
  ): MissingIndexes;
  /** @returns chunked work if it can take long */
  handle(
    input: OperationInput<z.infer<Q>, Partial<z.infer<B>>>,
    transaction: Transaction,
  ): ResultPage | object | undefined | Chunked<ResultPage | undefined>;
}

/** The parameters of a search, for the docs. */
export interface SearchDescription {
  readonly terms: readonly Term[];
  /** Values of `sort`, without the reversing `!`. */
  readonly sorts: readonly string[];
  readonly expansions: readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: the list of operations has one type of query and body each
export type Operation = OperationSpec<any, any>;

export function operation<Q extends z.ZodObject, B extends z.ZodObject>(spec: OperationSpec<Q, B>): Operation {
  return spec;
}

/** The paths of an operation, with its types in full. */
export const pathsOf = ({path, types}: Operation): readonly string[] =>
  types?.map(type => path.replace('{type}', type)) ?? [path];

/** Marks operations that are not in the contract, with the reason for them. */
export const beyondContract = (reason: string, operations: readonly Operation[]): Operation[] =>
  operations.map(operation => ({...operation, beyondContract: reason}));

/** The contract's code sets. Contract: "Endpoints", "Conventions". */
export const codes = {
  /** R */ read: [200, 401, 403],
  /** W */ write: [200, 400, 401, 403, 422],
  /** S */ search: [200, 400, 401, 403],
  /** D */ destroy: [200, 401, 403],
  /** Deleting a category or a constituent: the lists omit 200, but the sample has it. */
  destroyUnlisted: [401, 403],
} as const;

export interface PossibleStatus {
  readonly status: number;
  /** The option of `start`, or the situation, that it requires. */
  readonly onlyWith?: '--strict' | '--rate-limit' | 'a full heap' | 'a full disk or heap' | 'too many bodies at once';
}

/**
 * Every possible status of an operation: the contract's, and the sandbox's own where the contract is silent. Rejecting
 * unknown query parameters and limiting keys are both optional.
 */
export function possibleStatuses({codes, method, path, query, body}: Operation): readonly PossibleStatus[] {
  const always = [
    ...codes,
    200,
    ...(path.includes('{') ? [404] : []),
    ...(query ? [400] : []),
    ...(body ? [400, 413] : []),
  ];
  const sometimes: readonly PossibleStatus[] = [
    {status: 400, onlyWith: '--strict'},
    {status: 429, onlyWith: '--rate-limit'},
    ...(body ? [{status: 503, onlyWith: 'too many bodies at once'} as const] : []),
    {status: 507, onlyWith: method === 'GET' ? 'a full heap' : 'a full disk or heap'}, // a read may create the account
  ];
  return [
    ...Array.from(new Set(always), status => ({status})),
    ...sometimes.filter(({status}) => !always.includes(status)),
  ].sort((a, b) => a.status - b.status);
}

export const statuses = (operation: Operation): readonly number[] =>
  possibleStatuses(operation).map(({status}) => status);
