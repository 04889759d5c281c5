import * as z from 'zod';
import {must, nameOf} from './fields.js';
import type {Issues} from './issues.js';

/** Query parameters arrive as text; `meta` gives their type in the OpenAPI document. */
const whole = (what: string, least: number) =>
  z
    .string(must(`${what}, given once`))
    .regex(/^\d{1,15}$/, must(what))
    .transform(Number)
    .refine(value => value >= least, must(what))
    .meta({type: 'integer', minimum: least, maximum: 10 ** 15 - 1});

/** Contract: "Limits". */
const paging = {
  limit: whole('an integer of 1 or more', 1).default(25),
  offset: whole('an integer of 0 or more', 0).default(0),
};

export const idFilter = whole('an integer', 0).optional();

export const zeroOrOne = whole('0 or 1', 0)
  .refine(value => value <= 1, must('0 or 1'))
  .meta({type: 'integer', enum: [0, 1]})
  .default(0);

export const wordFilter = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.enum(words, must(`one of ${words.join(', ')}`));

export const pageQuery = z.object(paging);

/** Observed, word for word. */
const unknownParameter = (name: string) => `Unknown query parameter: ${nameOf(name)}`;

/**
 * Parses a query string by its schema. Unknown parameters are reported as ignored, malformed ones as rejected.
 * @throws a 400 that names every rejected parameter
 */
export function parseQuery<T extends z.ZodObject>(schema: T, raw: object, issues: Issues): z.infer<T> {
  const {inQuery} = issues;
  const known = Object.keys(schema.shape);
  for (const name of Object.keys(raw)) {
    if (!Object.hasOwn(schema.shape, name)) {
      inQuery.ignore(name, unknownParameter(name), 'unknown-parameter', known);
    }
  }
  const parsed = schema.safeParse(raw);
  for (const {path, message} of parsed.error?.issues ?? []) {
    inQuery.refuse(path.join('.'), message);
  }
  issues.throwIfRefused();
  return parsed.data!;
}
