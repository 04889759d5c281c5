import * as z from 'zod';
import {date, type Fields, quote, timestamp} from '../schema/fields.js';
import {isMissing} from './items.js';
import type {FieldSchemas, Given} from './kind.js';

/** A moment of a reply: clients can't write one, a tester can. */
const moment = z.string().refine(value => isMoment(value), {
  error: ({input}) => `must be a moment, YYYY-MM-DDTHH:MM:SSZ, got ${quote(input)}`,
});

const isMoment = (value: string) =>
  timestamp.safeParse(value).success &&
  date.safeParse(value.slice(0, 10)).success &&
  /T([01]\d|2[0-3]):[0-5]\d:[0-5]\d/.test(value);

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  int: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

/** Words an issue of a reply's schema, which has no words of its own, as those of bodies are worded. */
export function wordIssue(issue: z.core.$ZodRawIssue): string {
  const {input} = issue;
  if (input === undefined) {
    return 'is required';
  }
  if (issue.code === 'invalid_type') {
    const kind = 'format' in issue && issue.format === 'safeint' ? 'int' : issue.expected;
    return `must be ${kinds[kind] ?? kind}, got ${quote(input)}`;
  }
  if (issue.code === 'invalid_value') {
    return `must be one of ${issue.values.join(', ')}, got ${quote(input)}`;
  }
  return `can't be ${quote(input)}`;
}

/**
 * The fields of a record that its row has, or that a create takes: each as a create would take it, or else as a reply
 * shows it.
 */
export function readFields({kind, fields, issues}: Given): Fields {
  const read: Fields = {};
  for (const [field, schemas] of kind.fields) {
    const value = fields[field];
    if (value === null && schemas.nullable) {
      read[field] = null;
    } else if (!isMissing(value)) {
      const parsed = readField(value, schemas);
      if (parsed.success) {
        read[field] = parsed.data;
      } else {
        issues.refuse(field, parsed.error.issues[0]!.message);
      }
    }
  }
  for (const field of kind.required) {
    if (isMissing(fields[field])) {
      issues.refuse(field, 'is required');
    }
  }
  return read;
}

function readField(value: unknown, {body, output}: FieldSchemas): z.ZodSafeParseResult<unknown> {
  const asBody = body?.safeParse(value);
  if (asBody?.success || output === undefined) {
    return asBody!;
  }
  const shown = output === timestamp ? moment : output;
  const asReply = shown.safeParse(value, {error: wordIssue});
  if (asReply.success) {
    return asReply;
  }
  const asNumber =
    typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? shown.safeParse(Number(value)) : asReply;
  return asNumber.success ? asNumber : (asBody ?? asReply);
}
