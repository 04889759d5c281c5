import * as z from 'zod';
import {machineClock, moment} from '../../accounts/clock.js';
import {badRequest} from '../../errors.js';
import {isStatusIn, patternFields} from '../../exchanges/pattern.js';
import {type Operation, statuses} from '../../operations/operation.js';
import {body, date, expected, type Fields, flag, quote, text} from '../../schema/fields.js';
import {Issues} from '../../schema/issues.js';
import {isObject} from '../../schema/items.js';
import {ignoreUnknownFields, parseBody, unwrap} from '../../schema/parse-body.js';
import {errorSchema, replySchema} from '../../schema/replies.js';
import {type Override, statusOf} from './override.js';
import {type Rule, readEach, readRule, throwRefused} from './read-rules.js';
import {ruleFields} from './rule-fields.js';
import {ruleSchema} from './rule-schema.js';

const overrideForm = body({
  id: ruleSchema.shape.id,
  operation: text,
  match: ruleSchema.shape.match,
  when: body({status: patternFields.status.unwrap()}).optional(),
  patch: ruleFields.patch.optional(),
  reply: ruleFields.reply.optional(),
  reason: text.regex(/\S/, expected('a sentence that says why')),
  until: date.optional(),
  beyond_schema: flag.optional(),
});

/**
 * Reads overrides as rules that are applied to responses.
 * @param where begins an error message: `overrides`, or the name of a file
 * @throws ApiError, a 400, that lists every mistake
 */
export const readOverrides = (given: unknown, operations: readonly Operation[], where = 'overrides') =>
  readEach(given, where, (one, at) => readOverride(one, operations, at));

const day = 24 * 60 * 60_000;

function readOverride(given: unknown, operations: readonly Operation[], where: string): Rule {
  if (!isObject(given)) {
    throw badRequest(`${where}: must be an object with operation, patch or reply, and reason, got ${quote(given)}`);
  }
  const issues = Issues.none(true);
  const override = parseBody(overrideForm, given, issues) as Override;
  ignoreUnknownFields(overrideForm, given, issues);
  if ((given['patch'] === undefined) === (given['reply'] === undefined)) {
    issues.refuse('patch', 'give either patch or reply');
  }
  throwRefused(issues, where);
  const {id, operation, match, patch, reply, until, beyond_schema: isBeyond = false} = override;
  const fault = patch === undefined ? {reply} : {patch};
  const ttl = until === undefined ? null : Date.parse(until) + day - moment(machineClock);
  const rule = readRule({id, operation, match, fault, when: 'after-commit'}, operations, where);
  if (!isBeyond) {
    const meant = operations.filter(({id}) => rule.operation === '*' || rule.operation === id);
    checkResponses(override, meant, issues);
    throwRefused(issues, where, '; "beyond_schema": true allows it');
  }
  return {...rule, ttl, override};
}

const tokenErrorSchema = z.strictObject({error: z.string(), error_description: z.string()});

/** The statuses of an operation's responses, with their schemas. */
const responsesOf = (operation: Operation): Array<readonly [status: number, schema: z.ZodObject]> =>
  statuses(operation).map(status => [
    status,
    status === 200 ? replySchema(operation.reply) : status === 401 ? tokenErrorSchema : errorSchema,
  ]);

/** Checks that a response with this status exists, and that every such schema allows the patch. */
function checkResponses(override: Override, operations: readonly Operation[], issues: Issues): void {
  const {operation: name, patch} = override;
  const status = statusOf(override);
  const ofNone = name === '*' ? ([[405, errorSchema]] as const) : [];
  const responses = [...operations.flatMap(responsesOf), ...ofNone];
  const meant = responses.filter(([one]) => status === undefined || isStatusIn(one, status));
  if (meant.length === 0) {
    const known = [...new Set(responses.map(([one]) => one))].sort();
    issues.at('when').refuse('status', `must be one of ${known.join(', ')}, got ${quote(status)}`);
  }
  for (const [, schema] of meant) {
    checkPatch(patch ?? {}, schema, issues.at('patch'));
  }
}

/** Checks that the schema allows each value of a patch; null may also remove an optional field. */
function checkPatch(patch: Fields, {shape}: z.ZodObject, issues: Issues): void {
  for (const [name, value] of Object.entries(patch)) {
    const field = Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined;
    const inner = field && unwrap(field);
    if (field === undefined) {
      issues.refuse(name, 'unknown field', 'unknown-field', Object.keys(shape));
    } else if (isObject(value) && inner instanceof z.ZodObject) {
      checkPatch(value, inner, issues.at(name));
    } else if (value !== null || !field.safeParse(undefined).success) {
      parseBody(z.object({[name]: field}), {[name]: value}, issues);
    }
  }
}
