import * as z from 'zod';
import {parameterError} from '../errors.js';
import {limits} from '../limits.js';
import {fieldMeant} from '../operations/aliases.js';
import type {Operation} from '../operations/operation.js';
import {body, expected, oneOf, quote, text} from '../schema/fields.js';
import type {Issues} from '../schema/issues.js';
import {isObject} from '../schema/items.js';
import {suggest} from '../schema/nearest.js';
import {ignoreUnknownFields, parseBody} from '../schema/parse-body.js';

/** `createGift` for `createGiftOfConstituent` */
const short = (id: string): string => id.split(/(?<=[a-z])Of(?=[A-Z])/, 1)[0]!;

/** The unambiguous short forms that are not ids themselves. */
export function shortOperationIds(ids: readonly string[]): string[] {
  const all = ids.map(short);
  return all.filter((id, index) => !ids.includes(id) && all.indexOf(id) === index && all.lastIndexOf(id) === index);
}

/**
 * Resolves an operation's id, or an unambiguous short form such as `createGift` for `createGiftOfConstituent`.
 * @param of begins the error message: `operation`
 * @throws ApiError, a 400, if there is no such operation, or several
 */
export function operationIdOf(name: string, ids: readonly string[], of = 'operation'): string {
  const fitting = ids.includes(name) ? [name] : ids.filter(id => short(id) === name);
  if (fitting.length > 1) {
    throw parameterError(`${of}: ${quote(name)} may be ${fitting.join(' or ')}; say which`);
  }
  const [id] = fitting;
  if (id === undefined) {
    const hint = suggest(name, [...ids, ...new Set(ids.map(short))], '/openapi.json lists all');
    throw parameterError(`${of}: there is no ${quote(name)}; ${hint}`);
  }
  return id;
}

/** Lists all names that `operationIdOf` accepts. */
export const operationNames = (ids: readonly string[]): readonly string[] => [...ids, ...shortOperationIds(ids)];

/** Levels. Deeper values count as too many. */
const maxDepth = 20;

/** Counts the values that are neither objects nor arrays, and stops one above `limits.expectedValues`. */
export function leavesOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null) {
    return 1;
  }
  if (depth >= maxDepth) {
    return limits.expectedValues + 1;
  }
  let count = 1; // an empty object is compared as well
  for (const inner of Object.values(value)) {
    count += leavesOf(inner, depth + 1);
    if (count > limits.expectedValues) {
      break;
    }
  }
  return count;
}

/** A status, `404`, or a class of statuses, `4xx`. */
export const statusForm = /^[1-5](?:\d\d|xx)$/i;

/** @param form a value that `statusForm` accepts */
export const isStatusIn = (status: number | undefined, form: number | string): boolean =>
  /xx$/i.test(String(form)) ? String(status).startsWith(String(form)[0]!) : status === Number(form);

const wordingOfStatus = expected('a status such as 200, or a hundred of them such as "4xx"');

const valueForm = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

export const patternFields = {
  operation: text.optional(),
  method: oneOf(['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']).optional(),
  path: text.refine(value => value.startsWith('/'), expected('a path that begins with /')).optional(),
  query: z
    .custom<Readonly<Record<string, z.infer<typeof valueForm>>>>(
      value => isObject(value) && Object.values(value).every(each => valueForm.safeParse(each).success),
      expected('an object of texts, numbers, flags, and arrays of texts'),
    )
    .optional(),
  body: z
    .custom<Readonly<Record<string, unknown>>>(isObject, expected('an object'))
    .refine(value => leavesOf(value) <= limits.expectedValues, {
      error: `must have ${limits.expectedValues} values at most`,
    })
    .optional(),
  status: z
    .union([z.number(), z.string()], wordingOfStatus)
    .refine(form => statusForm.test(String(form)), wordingOfStatus)
    .optional(),
  caller: text.optional(),
  mark: text.optional(),
};

const patternForm = body(patternFields);

type PatternInput = Partial<z.infer<typeof patternForm>>;

/** The required properties of a request; an omitted one may have any value. */
export type Pattern = Omit<PatternInput, 'operation'> & {readonly operation?: Operation | undefined};

/**
 * Reads a pattern nested in a body. Unlike the service, the sandbox rejects unknown fields.
 * @param issues collects every invalid field
 * @param at path of the pattern, for an error about the operation: `sequence[0].`
 * @throws ApiError, a 400, if there is no such operation
 */
export function readPattern(sent: unknown, operations: readonly Operation[], issues: Issues, at = ''): Pattern {
  const fields = isObject(sent) ? sent : {};
  ignoreUnknownFields(patternForm, fields, issues.strictly());
  return patternOf(parseBody(patternForm, fields, issues), operations, issues, at);
}

/** Like `readPattern`, for parsed fields. */
export function patternOf(
  {operation: name, ...fields}: PatternInput,
  operations: readonly Operation[],
  issues: Issues,
  at = '',
): Pattern {
  if (name === undefined) {
    return fields;
  }
  const ids = operations.map(({id}) => id);
  const id = operationIdOf(name, ids, `${at}operation`);
  const operation = operations.find(each => each.id === id)!;
  refuseUnread(operation, fields, issues);
  return {...fields, operation};
}

/** Rejects fields by the names that clients use for them. The first issue of a field is kept. */
function refuseAliases(body: object, known: readonly string[], issues: Issues): void {
  for (const name of Object.keys(body).filter(name => !known.includes(name))) {
    const meant = fieldMeant(name, known);
    if (meant) {
      issues.refuse(name, `unknown field; did you mean ${meant}?`, 'unknown-field');
    }
  }
}

/** Rejects fields that the operation does not read. No request can match them: a typo would make "never" hold. */
function refuseUnread({id, body: schema, query}: Operation, fields: PatternInput, issues: Issues): void {
  const strict = issues.strictly();
  if (fields.body !== undefined) {
    if (schema === undefined) {
      issues.refuse('body', `${id} takes none`);
    } else {
      refuseAliases(fields.body, Object.keys(schema.shape), strict.at('body'));
      ignoreUnknownFields(schema, fields.body, strict.at('body'));
    }
  }
  const known = Object.keys(query?.shape ?? {});
  for (const name of Object.keys(fields.query ?? {}).filter(name => !known.includes(name))) {
    strict.at('query').refuse(name, `${id} has no such parameter`, 'unknown-field', known);
  }
}
