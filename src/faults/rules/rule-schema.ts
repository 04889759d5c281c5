import * as z from 'zod';
import {body, oneOf, quote, text} from '../../schema/fields.js';
import {isObject} from '../../schema/items.js';
import {longestDelay} from './fault.js';

const must = (what: string) => ({
  error: (issue: {input?: unknown}) =>
    issue.input === undefined ? 'is required' : `must be ${what}, got ${quote(issue.input)}`,
});

const numberBetween = (least: number, most: number, unit = '') => {
  const wording = must(`a number from ${least} to ${most}${unit}`);
  return z.number(wording).min(least, wording).max(most, wording);
};

const integerBetween = (least: number, most: number, unit = '') => {
  const wording = must(`an integer from ${least} to ${most}${unit}`);
  return z.int(wording).min(least, wording).max(most, wording);
};

/** More requests than any run makes. */
const mostOccurrences = 1_000_000;

/** A week; `ttl: null` is for longer. */
const longestLife = 7 * 24 * 60 * 60_000;

const occurrence = integerBetween(1, mostOccurrences);
const on = z.literal(true, must('true'));
const flag = z.boolean(must('true or false'));
const milliseconds = numberBetween(0, longestDelay, ' milliseconds');
const positive = numberBetween(1, longestDelay, ' milliseconds');

const delay = body({
  fixed: milliseconds.optional(),
  uniform: body({min: milliseconds, max: milliseconds}).optional(),
  lognormal: body({median: positive, p99: positive}).optional(),
});

/** The field of each kind of fault, and the two that go with `status`. */
const fault = body({
  status: integerBetween(400, 599).optional(),
  retry_after: integerBetween(0, 86_400, ' seconds').optional(),
  html: flag.optional(),
  reset: on.optional(),
  lost: on.optional(),
  empty: on.optional(),
  hold: on.optional(),
  truncate: body({
    bytes: integerBetween(0, 1_000_000_000).optional(),
    fraction: numberBetween(0, 1).optional(),
  }).optional(),
  malformed: on.optional(),
  wrong_type: on.optional(),
  delay: delay.optional(),
  dribble: body({chunk: integerBetween(1, 1024 * 1024), pause: milliseconds}).optional(),
  stale_read: body({
    requests: integerBetween(1, 100).optional(),
    seconds: integerBetween(1, 86_400).optional(),
  }).optional(),
  rate_limited: body({
    n: integerBetween(0, 10_000),
    window: integerBetween(1, 24 * 60 * 60_000, ' milliseconds'),
  }).optional(),
});

const idForm = /^[A-Za-z0-9._-]{1,64}$/;

/** Parts of a request that a rule asks for; what is left out may be anything. */
export interface Match {
  readonly method?: string | undefined;
  /** Steps in braces are any one, and a `*` at the end is any rest: `/api/v1/gifts/{id}`, `/api/v1/gifts*`. */
  readonly path?: string | undefined;
  /** Parameters with these values; others may be there too. */
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** Fields with these values, at any depth; others may be there too. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  /** A place in a source file, `src/sync.ts:42`, or all of a file, `src/sync.ts`. */
  readonly caller?: string | undefined;
}

export const matchFields: readonly string[] = ['method', 'path', 'query', 'body', 'caller'];

/** A rule as it is written. What goes with what is looked at by who reads it. */
export const ruleSchema = body({
  id: text.regex(idForm, must('made of letters, digits, ., _ and -, 64 at most')).optional(),
  operation: text.optional(),
  match: z.custom<Match>(isObject, must('an object')).optional(),
  nth: occurrence.optional(),
  after: integerBetween(0, mostOccurrences).optional(),
  times: occurrence.optional(),
  every: occurrence.optional(),
  probability: numberBetween(0, 1).optional(),
  seed: integerBetween(0, 2 ** 31 - 1).optional(),
  when: oneOf(['before', 'after-commit']).optional(),
  fault,
  ttl: integerBetween(1, longestLife, ' milliseconds').nullable().optional(),
});

/** What is done: one kind of fault, with what it needs to be said of it. */
interface FaultSpec {
  /** An error of the service, 400 to 599; of 429 and 503 with `Retry-After`, in seconds; `html` as a gateway's page. */
  readonly status?: number | undefined;
  readonly retry_after?: number | undefined;
  readonly html?: boolean | undefined;
  /** A TCP reset; `lost` behind the commit. */
  readonly reset?: true | undefined;
  readonly lost?: true | undefined;
  /** Closed without a byte. */
  readonly empty?: true | undefined;
  /** Never answered. */
  readonly hold?: true | undefined;
  readonly truncate?: {readonly bytes?: number | undefined; readonly fraction?: number | undefined} | undefined;
  readonly malformed?: true | undefined;
  readonly wrong_type?: true | undefined;
  /** Milliseconds. */
  readonly delay?:
    | {
        readonly fixed?: number | undefined;
        readonly uniform?: {readonly min: number; readonly max: number} | undefined;
        readonly lognormal?: {readonly median: number; readonly p99: number} | undefined;
      }
    | undefined;
  /** Chunks of bytes, with a pause in milliseconds. */
  readonly dribble?: {readonly chunk: number; readonly pause: number} | undefined;
  readonly stale_read?: {readonly requests?: number | undefined; readonly seconds?: number | undefined} | undefined;
  /** So many requests of a key in a window of milliseconds. */
  readonly rate_limited?: {readonly n: number; readonly window: number} | undefined;
}

/** A rule as it is written: `{operation: 'createGift', nth: 2, fault: {lost: true}}`. */
export interface FaultRule {
  readonly id?: string | undefined;
  /** The id of an operation, or `*`, which holds where it is left out. */
  readonly operation?: string | undefined;
  readonly match?: Match | undefined;
  readonly nth?: number | undefined;
  readonly after?: number | undefined;
  readonly times?: number | undefined;
  readonly every?: number | undefined;
  /** From 0 to 1. */
  readonly probability?: number | undefined;
  readonly seed?: number | undefined;
  readonly when?: 'before' | 'after-commit' | undefined;
  readonly fault: FaultSpec;
  /** Milliseconds; null for as long as the sandbox. */
  readonly ttl?: number | null | undefined;
}
