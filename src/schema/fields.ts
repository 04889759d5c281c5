import * as z from 'zod';
import {limits} from '../limits.js';
import type {ReadableFormat} from './formats.js';
import {impersonal, marked} from './marks.js';

/**
 * The field types of requests and responses. Contract: "Conventions". Each type words its own error, so that a
 * description reads `ask_amount must be a number, got "ten"`.
 */

/** A body by field name, read by its schema. */
export type Fields = Record<string, unknown>;

/** Quotes a value in a message. The result is short and never shows the inside of an object. */
export function quote(value: unknown): string {
  if (Array.isArray(value)) {
    return 'an array';
  }
  if (typeof value === 'object' && value !== null) {
    return 'an object';
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return 'a number beyond 1.8e308'; // JSON parses more than 308 digits as infinity
  }
  const isJson = typeof value !== 'bigint'; // JSON.stringify throws
  const text = (isJson && JSON.stringify(typeof value === 'string' ? value.slice(0, 61) : value)) || String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

export const must = (what: string) => ({
  error: (issue: {input?: unknown}) => `must be ${what}, got ${quote(issue.input)}`,
});

/** Names an unknown field in a message: unquoted if it is a plain name. */
export const nameOf = (name: string): string => (/^[\w$\-[\]]{1,60}$/.test(name) ? name : quote(name));

/** Names what is expected. A missing value "is required". */
export const expected = (what: string) => ({
  error: (issue: {input?: unknown}) => (issue.input === undefined ? 'is required' : must(what).error(issue)),
});

/** Plain decimal only: `""`, `"0x10"` and `"1e3"` remain strings and are rejected. */
function numericString(value: unknown): unknown {
  const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  // JSON writes -0 as 0, so a stored -0 would differ from the value that is read back.
  return number === 0 ? 0 : number;
}

export const text = z.string(expected('a string')).max(limits.textLength, {
  error: ({input}) => `must be ${limits.textLength} characters long at most, got ${(input as string).length}`,
});

export const integer = z.preprocess(numericString, z.int(expected('an integer')));

/** The largest id, given by the client or assigned: a path accepts 15 digits. */
export const largestId = 999_999_999_999;

/** Returns the value as an id, or undefined if no record can have it. */
export function idIn(value: unknown): number | undefined {
  const id = integer.safeParse(value).data;
  return id !== undefined && id >= 1 && id <= largestId ? id : undefined;
}

/** A JSON number (double): amounts of money, hours. */
export const money = z.preprocess(numericString, z.number(expected('a number')));

/** An amount of money or hours in a response, always written with a decimal: `100.0`. See `replyText`. */
export const amount = impersonal(z.number().meta({format: 'double'}));

const hourFields = z.registry<{readonly unit: 'hours'}>();

export const hours = z.number().meta({format: 'double'}).register(hourFields, {unit: 'hours'});

export const isAmount = (schema: z.ZodType): boolean => z.globalRegistry.get(schema)?.['format'] === 'double';

/** The display format of a response field; undefined for plain values. */
export function formatOf(schema: z.ZodType): ReadableFormat | undefined {
  if (isAmount(schema)) {
    return hourFields.get(schema) === undefined ? 'money' : undefined;
  }
  const format = z.globalRegistry.get(schema)?.['format'];
  return format === 'date' ? 'day' : format === 'date-time' ? 'moment' : undefined;
}

/** Known fields of a body that are ignored, so every value is accepted; documented with their usual types. */
const usually = (meta: Record<string, unknown>) => z.unknown().meta(meta).optional().meta(meta); // a PATCH unwraps it
export const ignoredId = usually({type: ['integer', 'null'], format: 'int64'});
export const ignoredText = usually({type: ['string', 'null']});

export const flag = z.boolean(expected('true or false'));

/** `Date.parse` reads February 30 as March 2. */
function isDate(value: string): boolean {
  const moment = Date.parse(value);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(value);
}

/** `<YYYY-MM-DD>`, a day that exists in the calendar. */
export const date = z
  .string(expected('a date, YYYY-MM-DD'))
  .regex(/^\d{4}-\d{2}-\d{2}$/, expected('a date, YYYY-MM-DD'))
  .refine(isDate, expected('a date that the calendar has, YYYY-MM-DD'))
  .meta({format: 'date'});

/** `<MM-DD>`: a seasonal bound, a day that exists in the calendar. Written out in full for the OpenAPI document. */
export const monthDay = z
  .string(expected('a day of the year, MM-DD'))
  .regex(
    /^(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|[12]\d))$/,
    expected('a day of the year that the calendar has, MM-DD'),
  );

/** `<YYYY-MM-DDTHH:MM:SSZ>`: only in responses, never accepted from a client. */
export const timestamp = marked(
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/)
    .meta({format: 'date-time'}),
  {personal: false, volatile: true},
);

/** An identifier from another system: an integer in request bodies, a string in responses. */
export const externalId = z.preprocess(
  value => (typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value),
  text.regex(/\S/, expected('an integer or a string that is not blank')).meta({type: ['string', 'integer']}),
);

export const oneOf = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.enum(words, expected(`one of ${words.join(', ')}`));

export const listOf = <T extends z.ZodType>(item: T) => z.array(item, expected('an array'));

export const body = <T extends z.ZodRawShape>(shape: T) => z.object(shape, expected('an object'));

/** For the OpenAPI document: a body must have at least one of these fields. */
export const byOneOf = (...fields: readonly string[]) => ({anyOf: fields.map(field => ({required: [field]}))});
