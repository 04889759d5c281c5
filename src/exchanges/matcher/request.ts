import type {Operation} from '../../operations/operation.js';

/** What a pattern looks at of a request, whether it is answered yet or not. An exchange is one. */
export interface MatchableRequest {
  readonly operation?: Operation | undefined;
  readonly method: string;
  /** As requested, with its query. */
  readonly url: string;
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: unknown;
  /** Set where only the beginning of the body is kept: then `body` is nothing that was sent. */
  readonly wholeBody?: unknown;
  /** Undefined until it is answered. */
  readonly status?: number | undefined;
  readonly client: {readonly caller?: string | undefined};
}
