/** What a request must be like; what is left out may be anything. */
export interface RequestPattern {
  /** The id of the operation, or a short form that fits one: `createGift`. */
  readonly operation?: string;
  readonly method?: string;
  /** `/api/v1/gifts/7`, an operation's, `/api/v1/gifts/{id}`, or all that begin so with a `*` at the end. */
  readonly path?: string;
  /** Parameters that it has among others, as the service reads them: 25 is `25`. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** Fields that it has among others, as the service reads them: `"50"` is 50. An array has as many elements. */
  readonly body?: object;
  /** `404`, or `4xx` for all that begin so. */
  readonly status?: number | string;
  /** `src/sync.ts:42`, or all of `src/sync.ts`. */
  readonly caller?: string;
  /** What the test called the part of its run. */
  readonly mark?: string;
}

/** What is expected of the requests that came, and of those that come. */
export interface VerifyRequest extends RequestPattern {
  /** 3 is exactly three times, 0 never. Default: at least once */
  readonly times?: number | {readonly min?: number; readonly max?: number};
  /** One request of each kind, in this order, others between them; the fields beside it say which requests are looked at. */
  readonly sequence?: readonly RequestPattern[];
  /** Whether nothing may stand between the requests of a sequence. Default: false */
  readonly strict?: boolean;
  /** A request of its own for each kind, in any order. */
  readonly unordered?: readonly RequestPattern[];
  /** Only requests with a greater number. */
  readonly since?: number;
  /** How long to wait for what is missing, and for what must not come: `5s`, `500ms`, `PT5S`; 5 minutes at most. Default: not at all */
  readonly within?: string;
  /** Whether a request counts before it is answered. Default: answered */
  readonly phase?: 'received' | 'answered';
}
