import * as z from 'zod';
import type {Operation} from '../../operations/operation.js';
import {ignoreUnknownFields} from '../../schema/bodies/ignore-unknown-fields.js';
import {body, oneOf, quote, text} from '../../schema/fields.js';
import type {Issues} from '../../schema/issues.js';
import {isObject} from '../../schema/items.js';
import {parseBody} from '../../schema/parse-body.js';
import {operationIdOf} from '../operation-ids.js';
import {leavesOf, mostLeaves} from './leaves.js';
import {isStatusForm} from './status-form.js';

const expected = (what: string) => ({
  error: (issue: {input?: unknown}) => `must be ${what}, got ${quote(issue.input)}`,
});

const valueForm = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

/** The fields of a pattern, each of which may be left out. */
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
    .refine(value => leavesOf(value) <= mostLeaves, {error: `must have ${mostLeaves} values at most`})
    .optional(),
  status: z
    .union([z.number(), z.string()], expected('a status such as 200, or a hundred of them such as "4xx"'))
    .refine(isStatusForm, expected('a status such as 200, or a hundred of them such as "4xx"'))
    .optional(),
  caller: text.optional(),
  mark: text.optional(),
};

const patternForm = body(patternFields);

/** What a request must be like; what is left out may be anything. */
export type Pattern = Omit<z.infer<typeof patternForm>, 'operation'> & {readonly operation?: Operation | undefined};

/**
 * Reads a pattern that stands inside of a body: unlike the service, the sandbox refuses what it does not know.
 * @param issues told of every field that cannot be taken
 * @param at where it stands, for the refusal of an operation: `sequence[0].`
 * @throws ApiError, a 400, where there is no such operation
 */
export function readPattern(sent: unknown, operations: readonly Operation[], issues: Issues, at = ''): Pattern {
  const known = Object.keys(patternFields);
  for (const name of Object.keys(isObject(sent) ? sent : {}).filter(name => !known.includes(name))) {
    issues.refuse(name, 'unknown field', 'unknown-field', known);
  }
  return patternOf(parseBody(patternForm, isObject(sent) ? sent : {}, issues), operations, issues, at);
}

type Sent = {readonly [Field in keyof z.infer<typeof patternForm>]?: z.infer<typeof patternForm>[Field] | undefined};

/** The same of fields that were read already. */
export function patternOf(sent: Sent, operations: readonly Operation[], issues: Issues, at = ''): Pattern {
  const {operation: name, ...others} = sent;
  if (name === undefined) {
    return others;
  }
  const id = operationIdOf(
    name,
    operations.map(({id}) => id),
    `${at}operation`,
  );
  const operation = operations.find(each => each.id === id)!;
  refuseUnread(operation, others, issues);
  return {...others, operation};
}

/** What an operation does not read, no request can be found by: a typo would make "never" hold. */
function refuseUnread({id, body: schema, query}: Operation, sent: Sent, issues: Issues): void {
  const strict = issues.strictly();
  if (sent.body !== undefined) {
    if (schema === undefined) {
      issues.refuse('body', `${id} takes none`);
    } else {
      ignoreUnknownFields(schema, sent.body, strict.at('body'));
    }
  }
  const known = Object.keys(query?.shape ?? {});
  for (const name of Object.keys(sent.query ?? {}).filter(name => !known.includes(name))) {
    strict.at('query').refuse(name, `${id} has no such parameter`, 'unknown-field', known);
  }
}
