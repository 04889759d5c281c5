import * as z from 'zod';
import {limits} from '../../limits.js';
import {body, expected, oneOf, text} from '../../schema/fields.js';
import {isObject} from '../../schema/items.js';
import type {FaultKind} from '../fault-kind.js';
import {standardKinds} from '../fault-kinds.js';
import type {FaultSpec} from './fault-rule.js';
import {ruleFields} from './rule-fields.js';

const {integerBetween, numberBetween} = ruleFields;

const occurrence = integerBetween(1, limits.faultOccurrences);
const idForm = /^[A-Za-z0-9._-]{1,64}$/;

/** The parts of a request that a rule can match, for their names and types; `readPattern` parses them. */
export const matchSchema = body({
  method: text,
  path: text.describe(
    'Path segments in braces match any segment, and a final `*` any rest: `/api/v1/gifts/{id}`, `/api/v1/gifts*`.',
  ),
  query: z.record(z.string(), z.unknown()).describe('Required query parameters; others are allowed.'),
  body: z.record(z.string(), z.unknown()).describe('Required fields at any depth; others are allowed.'),
  caller: text.describe('A source line, `src/sync.ts:42`, or a whole file, `src/sync.ts`.'),
}).partial();

/** The schema of a rule's `fault`: the fields of every kind. `readRule` checks that there is exactly one kind. */
const faultSchema = (kinds = standardKinds) =>
  body(Object.fromEntries(kinds.flatMap(optionalFields))) as z.ZodType as z.ZodType<FaultSpec>;

const optionalFields = ({fields}: FaultKind) =>
  Object.entries(fields(ruleFields)).map(([name, schema]) => [name, schema.optional()] as const);

/** `readRule` checks the fields that depend on each other. */
export const ruleSchemaOf = (kinds = standardKinds) =>
  body({
    id: text.regex(idForm, expected('made of letters, digits, ., _ and -, 64 at most')).optional(),
    operation: text.optional().describe('`*` for all operations. Default: `*`'),
    match: z.custom<z.infer<typeof matchSchema>>(isObject, expected('an object')).optional(),
    nth: occurrence.optional().describe('Only the nth request, from 1.'),
    after: integerBetween(0, limits.faultOccurrences)
      .optional()
      .describe('Skips this many requests, then selects `times` requests; all if `times` is omitted.'),
    times: occurrence.optional(),
    every: occurrence.optional().describe('The nth, the 2nth, ...'),
    probability: numberBetween(0, 1).optional().describe('Selects each request with this probability, from 0 to 1.'),
    seed: integerBetween(0, 2 ** 31 - 1)
      .optional()
      .describe('Changes the random draws.'),
    when: oneOf(['before', 'after-commit']).optional(),
    fault: faultSchema(kinds),
    lasts: integerBetween(1, limits.faultLife, ' milliseconds')
      .optional()
      .describe("Milliseconds of the account's clock, from the first request on which the rule acts."),
    ttl: integerBetween(1, limits.faultLife, ' milliseconds')
      .nullable()
      .optional()
      .describe("Milliseconds of the machine's clock; null for as long as the sandbox runs."),
  });

export const ruleSchema = ruleSchemaOf();
