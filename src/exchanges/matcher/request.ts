import type {Operation} from '../../operations/operation.js';

/** The parts of a request that a pattern checks, before or after the response. An exchange is one. */
export interface MatchableRequest {
  readonly operation?: Operation | undefined;
  readonly method: string;
  /** Includes the query. */
  readonly url: string;
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: unknown;
  /** Set if only the start of the body is kept; `body` is then not meaningful. */
  readonly wholeBody?: unknown;
  /** Undefined until the response is sent. */
  readonly status?: number | undefined;
  readonly client: {readonly caller?: string | undefined};
}
