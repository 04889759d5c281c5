import type {Operation} from '../operations/operation.js';
import type {Issues} from '../schema/issues.js';

/** What a rule can look at of a request. Whoever makes it may read the parts when they are asked for. */
export interface FaultRequest {
  /** What method and path name, if they name any. */
  readonly operation?: Operation | undefined;
  readonly method: string;
  /** As requested, with its query. */
  readonly url: string;
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: unknown;
  readonly client: {readonly caller?: string | undefined};
}

/** What rules are read by: the operations that they can be for, and what finds requests by their parts. */
export interface KnownOperations {
  /** The method of the operation with this id; undefined where there is none. */
  methodOf(id: string): string | undefined;
  /**
   * The id that a name stands for.
   * @param of where the name stands, which a refusal begins with
   * @throws ApiError, a 400, that names the nearest
   */
  idOf(name: string, of: string): string;
  /**
   * What finds requests of an operation by their parts: method, path, query, body, caller.
   * @param operation its id; undefined for any
   * @param issues told of every field that cannot be taken
   */
  matcherOf(match: object, operation: string | undefined, issues: Issues): (request: FaultRequest) => boolean;
}
