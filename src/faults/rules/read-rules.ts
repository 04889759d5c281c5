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
import {type Fault, type FaultKind, faultKinds, kindOf, type When} from './fault.js';
import {type FaultRequest, isMatch, type Match} from './match.js';
import {mostRules, type Rule} from './rule.js';
import {type FaultRule, ruleSchema} from './rule-schema.js';

/** Rules as they are given: each in one word, or as an object. */
export type GivenRules = ReadonlyArray<string | FaultRule>;

type Parsed = Partial<FaultRule>;

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
  const parsed = parseBody(ruleSchema, written, issues) as Parsed;
  ignoreUnknownFields(ruleSchema, written, issues);
  checkOccurrences(parsed, issues);
  checkKind(written['fault'], issues);
  checkFault(parsed, issues);
  if (issues.hasRefused) {
    throw badRequest(issues.refused.map(issue => `${where}.${describeIssue(issue)}`).join('; '));
  }
  return ruleOf(parsed as FaultRule, known, where);
}

function fromText(text: string, where: string): FaultRule {
  try {
    return readShortForm(text);
  } catch (error) {
    throw error instanceof ShortFormError ? badRequest(`${where}: ${error.message}`) : error;
  }
}

/** Of the ways to say which requests are meant, one can be used. */
function checkOccurrences({nth, after, times, every, probability, seed}: Parsed, issues: Issues): void {
  const said = [
    nth !== undefined && 'nth',
    (after ?? times) !== undefined && 'after and times',
    every !== undefined && 'every',
    probability !== undefined && 'probability',
  ].filter(name => name !== false);
  if (said.length > 1) {
    issues.refuse(said[1]!.split(' ')[0]!, `cannot stand beside ${said[0]}; give one of ${said.join(', ')}`);
  }
  if (seed !== undefined && probability === undefined) {
    issues.refuse('seed', 'is for probability, which is not given');
  }
}

/** Of the kinds of fault there is one. @param given as it was written: what is wrong inside is told by itself */
function checkKind(given: unknown, issues: Issues): void {
  const names = isObject(given) ? Object.keys(given) : [''];
  const kinds = allKinds.filter(kind => names.includes(kind));
  if (kinds.length > 1) {
    issues.refuse('fault', `holds ${kinds.join(' and ')}; give one of them`);
  } else if (names.every(name => name === 'retry_after' || name === 'html')) {
    issues.refuse('fault', `must hold one of ${allKinds.join(', ')}`);
  }
}

const allKinds: readonly string[] = [...faultKinds, 'lost'];

/** What belongs to a kind, and what does not go with it. */
function checkFault({fault = {}, when}: Parsed, issues: Issues): void {
  const at = issues.at('fault');
  for (const name of ['retry_after', 'html'] as const) {
    if (name in fault && !('status' in fault)) {
      at.refuse(name, 'is for status, which is not given');
    }
  }
  checkOneOf(at, 'truncate', fault.truncate, ['bytes', 'fraction']);
  checkOneOf(at, 'delay', fault.delay, ['fixed', 'uniform', 'lognormal']);
  checkOneOf(at, 'stale_read', fault.stale_read, ['requests', 'seconds']);
  checkOrder(at.at('delay'), 'uniform', fault.delay?.uniform, ['min', 'max']);
  checkOrder(at.at('delay'), 'lognormal', fault.delay?.lognormal, ['median', 'p99']);
  if (when !== undefined && (fault.dribble ?? fault.stale_read) !== undefined) {
    issues.refuse('when', 'must be left out with dribble and stale_read, which answer what the service answers');
  }
  if (when === 'before' && fault.lost) {
    issues.refuse('when', 'must be after-commit or left out with lost; reset is the same before');
  }
}

function checkOneOf(issues: Issues, field: string, value: object | undefined, names: readonly string[]): void {
  if (value !== undefined && names.filter(name => name in value).length !== 1) {
    issues.refuse(field, `must hold one of ${names.join(', ')}`);
  }
}

function checkOrder(issues: Issues, field: string, value: object | undefined, names: readonly [string, string]): void {
  const [least, most] = names.map(name => (value as Record<string, number> | undefined)?.[name]);
  if (least !== undefined && most !== undefined && least > most) {
    issues.refuse(field, `${names[0]} must be ${names[1]} or less, got ${least} and ${most}`);
  }
}

function ruleOf(parsed: FaultRule, known: KnownOperations, where: string): Rule {
  const {operation: name = '*', match, when: asked, fault: given, id, ttl, ...occurrences} = parsed;
  const operation = name === '*' ? '*' : known.idOf(name, `${where}.operation`);
  const {lost, ...kept} = given;
  const fault = (lost ? {reset: true} : kept) as Fault;
  const kind = kindOf(fault);
  const method = known.methodOf(operation);
  if (kind === 'stale_read' && method !== undefined && method !== 'GET') {
    throw badRequest(`${where}.fault.stale_read: is for reads, and ${operation} is a ${method}`);
  }
  const isAfter = lost || kind === 'dribble';
  const when: When = asked ?? (isAfter ? 'after-commit' : 'before');
  const said = Object.fromEntries(Object.entries(occurrences).filter(([, value]) => value !== undefined));
  return {
    ...said,
    ...(id !== undefined && {id}),
    ...(ttl !== undefined && {ttl}),
    ...(match !== undefined && {match}),
    operation,
    matches: matcherOf(operation, kind, match),
    when,
    kind,
    fault,
  };
}

function matcherOf(operation: string, kind: FaultKind, match: Match | undefined): Rule['matches'] {
  const isMeant = (request: FaultRequest) =>
    (operation === '*' || operation === request.operation) && (kind !== 'stale_read' || request.method === 'GET');
  return match === undefined ? isMeant : request => isMeant(request) && isMatch(match, request);
}
