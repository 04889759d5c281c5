import {ApiError, badRequest} from '../../errors.js';
import {ignoreUnknownFields} from '../../schema/bodies/ignore-unknown-fields.js';
import {quote} from '../../schema/fields.js';
import {describeIssue} from '../../schema/issue.js';
import {Issues} from '../../schema/issues.js';
import {isObject} from '../../schema/items.js';
import {parseBody} from '../../schema/parse-body.js';
import type {KnownOperations} from '../known-operations.js';
import {ShortFormError} from '../short-form/error.js';
import {readShortForm} from '../short-form/read.js';
import {checkRule} from './check-rule.js';
import {type Fault, kindOf, type When} from './fault.js';
import {mostRules, type Rule} from './rule.js';
import {type FaultRule, matchFields, ruleSchema} from './rule-schema.js';

/** Rules as they are given: each in one word, or as an object. */
export type GivenRules = ReadonlyArray<string | FaultRule>;

/**
 * Reads rules, each as an object or in one word.
 * @param where they stand, which a refusal begins with: `rules`
 * @throws ApiError, a 400, that names all that is wrong
 */
export function readRules(given: unknown, known: KnownOperations, where = 'rules'): readonly Rule[] {
  if (!Array.isArray(given)) {
    throw badRequest(`${where}: must be an array, got ${quote(given)}`);
  }
  if (given.length > mostRules) {
    throw badRequest(`${where}: there can be ${mostRules} rules at most, got ${given.length}`);
  }
  const problems: string[] = [];
  const rules = given.flatMap((one: unknown, index) => {
    try {
      return [readRule(one, known, `${where}[${index}]`)];
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

/** Reads one rule. @throws ApiError, a 400, that names all that is wrong */
export function readRule(given: unknown, known: KnownOperations, where: string): Rule {
  const written = typeof given === 'string' ? fromText(given, where) : given;
  if (!isObject(written)) {
    throw badRequest(`${where}: must be a rule such as {"fault": {"status": 503}} or "*:503", got ${quote(written)}`);
  }
  const issues = Issues.none(true);
  const parsed: Partial<FaultRule> = parseBody(ruleSchema, written, issues);
  ignoreUnknownFields(ruleSchema, written, issues);
  checkRule(parsed, written['fault'], issues);
  const operation = operationOf(parsed, known, where);
  const matches = matcherOf(parsed, operation, known, issues);
  if (issues.hasRefused) {
    throw badRequest(issues.refused.map(issue => `${where}.${describeIssue(issue)}`).join('; '));
  }
  const rule = ruleOf(parsed as FaultRule, operation, matches);
  const method = known.methodOf(operation);
  if (rule.kind === 'stale_read' && method !== undefined && method !== 'GET') {
    throw badRequest(`${where}.fault.stale_read: is for reads, and ${operation} is a ${method}`);
  }
  return rule;
}

function fromText(text: string, where: string): FaultRule {
  try {
    return readShortForm(text);
  } catch (error) {
    throw error instanceof ShortFormError ? badRequest(`${where}: ${error.message}`) : error;
  }
}

const operationOf = ({operation: name = '*'}: Partial<FaultRule>, known: KnownOperations, where: string): string =>
  name === '*' ? '*' : known.idOf(name, `${where}.operation`);

function matcherOf(
  {match, fault}: Partial<FaultRule>,
  operation: string,
  known: KnownOperations,
  issues: Issues,
): Rule['matches'] {
  const at = issues.at('match');
  for (const name of Object.keys(match ?? {}).filter(name => !matchFields.includes(name))) {
    at.refuse(name, 'unknown field', 'unknown-field', matchFields);
  }
  const hasParts = match && !issues.hasRefused ? known.matcherOf(match, anyAsNone(operation), at) : () => true;
  const isRead = fault?.stale_read !== undefined;
  return request =>
    (operation === '*' || operation === request.operation?.id) &&
    !(isRead && request.method !== 'GET') &&
    hasParts(request);
}

const anyAsNone = (operation: string): string | undefined => (operation === '*' ? undefined : operation);

function ruleOf(parsed: FaultRule, operation: string, matches: Rule['matches']): Rule {
  const {operation: _, match, when: asked, fault: given, id, ttl, ...occurrences} = parsed;
  const {lost, ...kept} = given;
  const fault = (lost ? {reset: true} : kept) as Fault;
  const kind = kindOf(fault);
  const when: When = asked ?? (lost || kind === 'dribble' ? 'after-commit' : 'before');
  const said = Object.fromEntries(Object.entries(occurrences).filter(([, value]) => value !== undefined));
  return {
    ...said,
    ...(id !== undefined && {id}),
    ...(ttl !== undefined && {ttl}),
    ...(match !== undefined && {match}),
    operation,
    matches,
    when,
    kind,
    fault,
  };
}
