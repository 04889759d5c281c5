import * as z from 'zod';
import {limits} from '../../limits.js';
import {body, expected, oneOf, text} from '../../schema/fields.js';
import {isObject} from '../../schema/items.js';
import type {FaultKind} from '../fault-kind.js';
import {standardKinds} from '../fault-kinds.js';
import type {FaultSpec} from './fault-spec.js';
import {ruleFields} from './rule-fields.js';

const {integerBetween, numberBetween} = ruleFields;

const occurrence = integerBetween(1, limits.faultOccurrences);
const idForm = /^[A-Za-z0-9._-]{1,64}$/;

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

export const matchFields: readonly string[] = ['method', 'path', 'query', 'body', 'caller'];

/** The schema of a rule's `fault`: the fields of every kind. */
export const faultSchema = (kinds = standardKinds) => body(Object.fromEntries(kinds.flatMap(optionalFields)));

const optionalFields = ({fields}: FaultKind) =>
  Object.entries(fields(ruleFields)).map(([name, schema]) => [name, schema.optional()] as const);

/** `readRule` checks the fields that depend on each other. */
export const ruleSchemaOf = (kinds = standardKinds) =>
  body({
    id: text.regex(idForm, expected('made of letters, digits, ., _ and -, 64 at most')).optional(),
    operation: text.optional(),
    match: z.custom<Match>(isObject, expected('an object')).optional(),
    nth: occurrence.optional(),
    after: integerBetween(0, limits.faultOccurrences).optional(),
    times: occurrence.optional(),
    every: occurrence.optional(),
    probability: numberBetween(0, 1).optional(),
    seed: integerBetween(0, 2 ** 31 - 1).optional(),
    when: oneOf(['before', 'after-commit']).optional(),
    fault: faultSchema(kinds),
    lasts: integerBetween(1, limits.faultLife, ' milliseconds').optional(),
    ttl: integerBetween(1, limits.faultLife, ' milliseconds').nullable().optional(),
  });

export const ruleSchema = ruleSchemaOf();

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
  /** An operation's id, or `*`. Default: `*` */
  readonly operation?: string | undefined;
  readonly match?: Match | undefined;
  readonly when?: 'before' | 'after-commit' | undefined;
  readonly fault: FaultSpec;
  /** Milliseconds of the account's clock, from the first request on which the rule acts. */
  readonly lasts?: number | undefined;
  /** Milliseconds of the machine's clock; null for as long as the sandbox runs. */
  readonly ttl?: number | null | undefined;
}
