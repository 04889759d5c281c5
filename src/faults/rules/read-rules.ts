import {ApiError, badRequest} from '../../errors.js';
import {limits} from '../../limits.js';
import {quote} from '../../schema/fields.js';
import {describeIssue} from '../../schema/issue.js';
import {Issues} from '../../schema/issues.js';
import {isObject} from '../../schema/items.js';
import {ignoreUnknownFields, parseBody} from '../../schema/parse-body.js';
import type {FaultKind, When} from '../fault-kind.js';
import {standardKinds} from '../fault-kinds.js';
import type {KnownOperations} from '../known-operations.js';
import {ShortFormError} from '../short-form/error.js';
import {readShortForm} from '../short-form/read.js';
import {checkRule} from './check-rule.js';
import type {Rule} from './rule.js';
import {type FaultRule, matchFields, ruleSchema, ruleSchemaOf} from './rule-schema.js';

export type GivenRules = ReadonlyArray<string | FaultRule>;

/**
 * Reads rules in short form or as objects.
 * @param where begins an error message: `rules`
 * @throws ApiError, a 400, that lists every mistake
 */
export function readRules(
  given: unknown,
  known: KnownOperations,
  where = 'rules',
  kinds = standardKinds,
): readonly Rule[] {
  if (!Array.isArray(given)) {
    throw badRequest(`${where}: must be an array, got ${quote(given)}`);
  }
  if (given.length > limits.faultRules) {
    throw badRequest(`${where}: there can be ${limits.faultRules} rules at most, got ${given.length}`);
  }
  const problems: string[] = [];
  const rules = given.flatMap((one: unknown, index) => {
    try {
      return [readRule(one, known, `${where}[${index}]`, kinds)];
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
      problems.push(error.description);
      return [];
    }
  });
  if (problems.length > 0) {
    throw badRequest(problems.join('; '));
  }
  return rules;
}

/** @throws ApiError, a 400, that lists every mistake */
export function readRule(given: unknown, known: KnownOperations, where: string, kinds = standardKinds): Rule {
  const written = typeof given === 'string' ? fromText(given, where, kinds) : given;
  if (!isObject(written)) {
    throw badRequest(`${where}: must be a rule such as {"fault": {"status": 503}} or "*:503", got ${quote(written)}`);
  }
  const issues = Issues.none(true);
  const schema = kinds === standardKinds ? ruleSchema : ruleSchemaOf(kinds);
  const parsed: Partial<FaultRule> = parseBody(schema, written, issues);
  ignoreUnknownFields(schema, written, issues);
  checkRule(parsed, written['fault'], issues, kinds);
  const operation = operationOf(parsed, known, where);
  const kind = kindOf(parsed.fault, kinds);
  const matches = matcherOf(parsed, kind, operation, known, issues);
  if (issues.hasRefused) {
    throw badRequest(issues.refused.map(issue => `${where}.${describeIssue(issue)}`).join('; '));
  }
  const rule = ruleOf(parsed as FaultRule, kinds, operation, matches);
  const method = known.methodOf(operation);
  if (rule.faultKind.isForReadsOnly && method !== undefined && method !== 'GET') {
    throw badRequest(`${where}.fault.${rule.kind}: is for reads, and ${operation} is a ${method}`);
  }
  return rule;
}

function fromText(text: string, where: string, kinds: readonly FaultKind[]): FaultRule {
  try {
    return readShortForm(text, kinds);
  } catch (error) {
    throw error instanceof ShortFormError ? badRequest(`${where}: ${error.message}`) : error;
  }
}

const operationOf = ({operation: name = '*'}: Partial<FaultRule>, known: KnownOperations, where: string): string =>
  name === '*' ? '*' : known.idOf(name, `${where}.operation`);

function matcherOf(
  {match}: Partial<FaultRule>,
  kind: FaultKind | undefined,
  operation: string,
  known: KnownOperations,
  issues: Issues,
): Rule['matches'] {
  const at = issues.at('match');
  for (const name of Object.keys(match ?? {}).filter(name => !matchFields.includes(name))) {
    at.refuse(name, 'unknown field', 'unknown-field', matchFields);
  }
  const hasParts = match && !issues.hasRefused ? known.matcherOf(match, anyAsNone(operation), at) : () => true;
  return request =>
    (operation === '*' || operation === request.operation?.id) &&
    !(kind?.isForReadsOnly && request.method !== 'GET') &&
    hasParts(request);
}

const anyAsNone = (operation: string): string | undefined => (operation === '*' ? undefined : operation);

const kindOf = (fault: FaultRule['fault'] | undefined, kinds: readonly FaultKind[]): FaultKind | undefined =>
  kinds.find(({name}) => (fault as Readonly<Record<string, unknown>> | undefined)?.[name] !== undefined);

function ruleOf(parsed: FaultRule, kinds: readonly FaultKind[], operation: string, matches: Rule['matches']): Rule {
  const {operation: _, match, when: asked, fault: given, id, ttl, ...occurrences} = parsed;
  const {alias} = kindOf(given, kinds)!;
  const fault = alias?.fault ?? given;
  const faultKind = kindOf(fault, kinds)!;
  const when: When = asked ?? alias?.when ?? faultKind.defaultWhen ?? 'before';
  const values = Object.fromEntries(Object.entries(occurrences).filter(([, value]) => value !== undefined));
  return {
    ...values,
    ...(id !== undefined && {id}),
    ...(ttl !== undefined && {ttl}),
    ...(match !== undefined && {match}),
    operation,
    matches,
    when,
    kind: faultKind.name,
    faultKind,
    fault,
  };
}
