import type {Operation} from '../operations/operation.js';
import type {Issues} from '../schema/issues.js';

/** The parts of a request that a rule can match. An implementation may compute them lazily. */
export interface FaultRequest {
  readonly operation?: Operation | undefined;
  readonly method: string;
  /** As requested, including the query. */
  readonly url: string;
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: unknown;
  readonly client: {readonly caller?: string | undefined};
}

export interface KnownOperations {
  methodOf(id: string): string | undefined;
  /**
   * Resolves an operation's name to its id.
   * @param of the field that holds the name, with which the error message begins
   * @throws ApiError, a 400, that suggests the nearest name
   */
  idOf(name: string, of: string): string;
  /**
   * Returns a function that matches requests by method, path, query, body and caller.
   * @param operation an id; undefined for any operation
   * @param issues receives an issue for every invalid field
   */
  matcherOf(match: object, operation: string | undefined, issues: Issues): (request: FaultRequest) => boolean;
}
