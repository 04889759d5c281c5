import * as z from 'zod';
import {limits} from '../limits.js';
import type {Kind} from '../operations/kinds/kind.js';
import {date, type Fields, quote, text, timestamp} from '../schema/fields.js';
import type {Issues} from '../schema/issues.js';
import {isMissing} from '../schema/items.js';
import {parseBody} from '../schema/parse-body.js';
import {memoizeWeakly} from '../store/caching.js';
import type {BatchRecord} from './import-batch.js';

interface FieldSchemas {
  readonly body: z.ZodType | undefined;
  readonly output: z.ZodType | undefined;
  /** True if null is a value, distinct from a missing one. */
  readonly isNullable: boolean;
}

interface ReadableFields {
  readonly fields: ReadonlyMap<string, FieldSchemas>;
  readonly required: readonly string[];
}

const readableFields = memoizeWeakly((kind: Kind): ReadableFields => {
  const {output = {}, body = {}} = {output: kind.output?.shape, body: kind.body?.shape};
  const own = kind.importer?.fields ?? {};
  const nested = new Set((kind.importer?.nested ?? []).map(({array}) => array));
  const names = Object.keys({...body, ...output, ...own}).filter(name => name !== 'id' && !nested.has(name));
  const fields = new Map(
    names.map(name => {
      const isNullable = (output[name] ?? body[name])?.safeParse(null).success ?? false;
      const schemas = name in own ? {body: own[name], output: undefined} : {body: body[name], output: output[name]};
      return [name, {...schemas, isNullable}] as const;
    }),
  );
  const referring = new Set(kind.references?.flatMap(({id, name}) => [id, name]));
  const ofBody = names.filter(name => body[name]?.safeParse(undefined).success === false);
  const required = [...(kind.importer?.required ?? []), ...ofBody];
  return {fields, required: required.filter(name => !fields.get(name)!.isNullable && !referring.has(name))};
});

/** The fields of a record, each parsed by the body's schema, or by the response's if no body has it. */
export function readFields({kind, fields, issues}: BatchRecord): Fields {
  const readable = readableFields(kind);
  const read: Fields = {};
  for (const [name, schemas] of readable.fields) {
    const value = fields[name];
    if (value === null && schemas.isNullable) {
      read[name] = null;
    } else if (!isMissing(value)) {
      const found = readField(name, value, schemas, issues);
      if (found !== undefined) {
        read[name] = found;
      }
    }
  }
  for (const {array} of kind.importer?.nested ?? []) {
    read[array] = fields[array]; // its records are parsed one by one
  }
  for (const name of readable.required.filter(name => isMissing(fields[name]))) {
    issues.refuse(name, 'is required');
  }
  return read;
}

function readField(name: string, value: unknown, {body, output}: FieldSchemas, issues: Issues): unknown {
  const shown = output !== undefined && isTimestamp(output) ? moment : output;
  // Responses may have longer texts that combine several.
  const bounded = typeof value === 'string' && value.length > limits.textLength ? [body ?? text] : [body, shown];
  for (const schema of bounded) {
    const parsed = schema?.safeParse(value);
    if (parsed?.success) {
      return parsed.data;
    }
  }
  const asNumber =
    typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? shown?.safeParse(Number(value)) : undefined;
  if (asNumber?.success) {
    return asNumber.data;
  }
  if (body !== undefined || bounded.length === 1) {
    return parseBody(z.object({[name]: body ?? text}), {[name]: value}, issues)[name];
  }
  issues.refuse(name, shown!.safeParse(value, {error: wordIssue}).error!.issues[0]!.message);
  return undefined;
}

const isTimestamp = (schema: z.ZodType) => z.globalRegistry.get(schema)?.['format'] === 'date-time';

/** A timestamp in a response: testers can write it, clients can't. */
const moment = z.string().refine(value => isMoment(value), {
  error: ({input}) => `must be a moment, YYYY-MM-DDTHH:MM:SSZ, got ${quote(input)}`,
});

const isMoment = (value: string) =>
  timestamp.safeParse(value).success &&
  date.safeParse(value.slice(0, 10)).success &&
  /T([01]\d|2[0-3]):[0-5]\d:[0-5]\d/.test(value);

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  int: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

/** Formats an issue of a response's schema like the issues of bodies. */
export function wordIssue(issue: z.core.$ZodRawIssue): string {
  const {input} = issue;
  if (input === undefined) {
    return 'is required';
  }
  if (issue.code === 'invalid_type') {
    const type = 'format' in issue && issue.format === 'safeint' ? 'int' : issue.expected;
    return `must be ${typeNames[type] ?? type}, got ${quote(input)}`;
  }
  if (issue.code === 'invalid_value') {
    return `must be one of ${issue.values.join(', ')}, got ${quote(input)}`;
  }
  return `cannot be ${quote(input)}`;
}
