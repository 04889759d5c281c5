import type {OperationRef} from '../../schema/catalog-names.js';

/** The types of fault rules. Generated from their schemas: `npm run docs` writes this file. */

type FieldsOf<Union> = Union extends unknown ? keyof Union : never;

/** One member of a union of objects, without the fields of the others. */
type OneOf<Union, Member = Union> = Member extends unknown
  ? Member & {readonly [other in Exclude<FieldsOf<Union>, keyof Member>]?: undefined}
  : never;

/** Exactly one kind of fault, and its parts. */
export type FaultSpec = OneOf<
  | {readonly status: number; readonly retry_after?: number | undefined; readonly html?: boolean | undefined}
  | {readonly lost: true}
  | {readonly reset: true}
  | {readonly empty: true}
  | {readonly hold: true}
  | {readonly truncate: OneOf<{readonly bytes: number} | {readonly fraction: number}>}
  | {readonly malformed: true}
  | {readonly wrong_type: true}
  | {
      readonly delay: OneOf<
        | {readonly fixed: number}
        | {readonly uniform: {readonly min: number; readonly max: number}}
        | {readonly lognormal: {readonly median: number; readonly p99: number}}
      >;
    }
  | {readonly dribble: {readonly chunk: number; readonly pause: number}}
  | {readonly stale_read: OneOf<{readonly requests: number} | {readonly seconds: number}>}
  | {readonly rate_limited: {readonly n: number; readonly window: number}}
  | {
      readonly reply: {
        readonly status: number;
        readonly headers?: Readonly<Record<string, string | number>> | undefined;
        readonly body?: unknown | undefined;
      };
    }
  | {readonly patch: Readonly<Record<string, unknown>>}
>;

interface Match {
  readonly method?: string | undefined;
  /** Path segments in braces match any segment, and a final `*` any rest: `/api/v1/gifts/{id}`, `/api/v1/gifts*`. */
  readonly path?: string | undefined;
  /** Required query parameters; others are allowed. */
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** Required fields at any depth; others are allowed. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  /** A source line, `src/sync.ts:42`, or a whole file, `src/sync.ts`. */
  readonly caller?: string | undefined;
}

/** Selects matching requests. Default: all of them */
export interface Occurrences {
  /** Only the nth request, from 1. */
  readonly nth?: number | undefined;
  /** Skips this many requests, then selects `times` requests; all if `times` is omitted. */
  readonly after?: number | undefined;
  readonly times?: number | undefined;
  /** The nth, the 2nth, ... */
  readonly every?: number | undefined;
  /** Selects each request with this probability, from 0 to 1. */
  readonly probability?: number | undefined;
  /** Changes the random draws. */
  readonly seed?: number | undefined;
}

/** A rule in object form: `{operation: 'createGift', nth: 2, fault: {lost: true}}`. */
export interface FaultRule extends Occurrences {
  readonly id?: string | undefined;
  /** `*` for all operations. Default: `*` */
  readonly operation?: OperationRef | '*' | undefined;
  readonly match?: Match | undefined;
  readonly when?: 'before' | 'after-commit' | undefined;
  readonly fault: FaultSpec;
  /** Milliseconds of the account's clock, from the first request on which the rule acts. */
  readonly lasts?: number | undefined;
  /** Milliseconds of the machine's clock; null for as long as the sandbox runs. */
  readonly ttl?: number | null | undefined;
}
