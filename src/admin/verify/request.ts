import type {RequestFilters} from '../../exchanges/filters.js';

/** A pattern that a request must match. An omitted field matches anything. */
export interface RequestPattern extends Pick<RequestFilters, 'operation' | 'method' | 'status' | 'caller' | 'mark'> {
  /** `/api/v1/gifts/7`, an operation's path `/api/v1/gifts/{id}`, or a prefix that ends with `*`. */
  readonly path?: string;
  /** Required query parameters; others are allowed. Values compare as the service reads them: 25 equals `25`. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** Required body fields, compared as the service reads them: `"50"` equals 50. Arrays must have equal length. */
  readonly body?: object;
}

/** The requests to expect among past and, with `within`, future requests. */
export interface VerifyRequest extends RequestPattern {
  /** 3 means exactly three times, 0 never. Default: at least once */
  readonly times?: number | {readonly min?: number; readonly max?: number};
  /** Requests expected in this order; others may come between them. The other fields select the requests to examine. */
  readonly sequence?: readonly RequestPattern[];
  /** Allows no other requests within a sequence. Default: false */
  readonly strict?: boolean;
  /** Requests expected in any order, each matched by a different request. */
  readonly unordered?: readonly RequestPattern[];
  /** Only requests with a greater number count. */
  readonly since?: number;
  /** The time to wait for requests: `5s`, `500ms`, `PT5S`; at most 5 minutes. Default: no waiting */
  readonly within?: string;
  /** Counts a request when it is received, or when the response has been sent. Default: answered */
  readonly phase?: 'received' | 'answered';
}
