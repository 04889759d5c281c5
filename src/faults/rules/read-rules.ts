import {ApiError, badRequest} from '../../errors.js';
import {type MatchableRequest, matches} from '../../exchanges/matcher.js';
import {operationIdOf, readPattern} from '../../exchanges/pattern.js';
import {limits} from '../../limits.js';
import type {Operation} from '../../operations/operation.js';
import {quote} from '../../schema/fields.js';
import {describeIssue} from '../../schema/issue.js';
import {Issues} from '../../schema/issues.js';
import {isObject} from '../../schema/items.js';
import {suggest} from '../../schema/nearest.js';
import {ignoreUnknownFields, parseBody} from '../../schema/parse-body.js';
import type {FaultKind, When} from '../fault-kind.js';
import {standardKinds} from '../fault-kinds.js';
import {type GivenRules, scenarioNames, scenarios} from '../scenarios.js';
import {readShortForm, ShortFormError} from '../short-form.js';
import type {FaultRule, Occurrences} from './fault-rule.js';
import type {Override} from './override.js';
import {matchSchema, ruleSchema, ruleSchemaOf} from './rule-schema.js';

/** A parsed and validated rule. Without an id, the rule set generates one; without a `ttl`, it has a default. */
export interface Rule extends Omit<FaultRule, 'match'> {
  readonly operation: string;
  /** The original value; `matches` is its compiled form. */
  readonly match?: object;
  readonly matches: (request: MatchableRequest) => boolean;
  readonly when: When;
  readonly kind: string;
  readonly faultKind: FaultKind;
  /** The override from which the rule was created. */
  readonly override?: Override;
}

/**
 * Reads rules in short form or as objects.
 * @param where begins an error message: `rules`
 * @throws ApiError, a 400, that lists every mistake
 */
export const readRules = (
  given: unknown,
  operations: readonly Operation[],
  where = 'rules',
  kinds = standardKinds,
): readonly Rule[] => readEach(given, where, (one, at) => readRule(one, operations, at, kinds));

/** @throws ApiError, a 400, that lists every mistake */
export function readEach(given: unknown, where: string, read: (one: unknown, at: string) => Rule): readonly Rule[] {
  if (!Array.isArray(given)) {
    throw badRequest(`${where}: must be an array, got ${quote(given)}`);
  }
  if (given.length > limits.faultRules) {
    throw badRequest(`${where}: there can be ${limits.faultRules} rules at most, got ${given.length}`);
  }
  const problems: string[] = [];
  const rules = given.flatMap((one: unknown, index) => {
    try {
      return [read(one, `${where}[${index}]`)];
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
export function readRule(given: unknown, operations: readonly Operation[], where: string, kinds = standardKinds): Rule {
  const written = typeof given === 'string' ? fromText(given, where, kinds) : given;
  if (!isObject(written)) {
    throw badRequest(`${where}: must be a rule such as {"fault": {"status": 503}} or "*:503", got ${quote(written)}`);
  }
  const issues = Issues.none(true);
  const schema = kinds === standardKinds ? ruleSchema : ruleSchemaOf(kinds);
  const parsed: Partial<FaultRule> = parseBody(schema, written, issues);
  ignoreUnknownFields(schema, written, issues);
  checkOccurrences(parsed, issues);
  checkFault(parsed, written['fault'], issues, kinds);
  const {operation: name = '*', match, when, fault, ...rest} = parsed;
  const ids = operations.map(operation => operation.id);
  const operation = name === '*' ? name : operationIdOf(name, ids, `${where}.operation`);
  const [named] = kindsIn(fault, kinds);
  const matches = matcherOf(match, operation, operations, issues);
  throwRefused(issues, where);
  const {alias} = named!;
  const faultKind = alias === undefined ? named! : kindsIn(alias.fault, kinds)[0]!;
  const {name: kind, isForReadsOnly, defaultWhen = 'before'} = faultKind;
  const method = operations[ids.indexOf(operation)]?.method;
  if (isForReadsOnly && method !== undefined && method !== 'GET') {
    throw badRequest(`${where}.fault.${kind}: is for reads, and ${operation} is a ${method}`);
  }
  return {
    ...rest,
    ...(match !== undefined && {match}),
    operation,
    matches: request => !(isForReadsOnly && request.method !== 'GET') && matches(request),
    when: when ?? alias?.when ?? defaultWhen,
    kind,
    faultKind,
    fault: alias?.fault ?? fault!,
  };
}

/** @param hint ends the message. @throws ApiError, a 400, that lists every mistake */
export function throwRefused({hasRefused, refused}: Issues, where: string, hint = ''): void {
  if (hasRefused) {
    throw badRequest(`${refused.map(issue => `${where}.${describeIssue(issue)}`).join('; ')}${hint}`);
  }
}

function fromText(text: string, where: string, kinds: readonly FaultKind[]): FaultRule {
  try {
    return readShortForm(text, kinds);
  } catch (error) {
    throw error instanceof ShortFormError ? badRequest(`${where}: ${error.message}`) : error;
  }
}

function matcherOf(
  match: FaultRule['match'],
  operation: string,
  operations: readonly Operation[],
  issues: Issues,
): Rule['matches'] {
  const at = issues.at('match');
  ignoreUnknownFields(matchSchema, match, at);
  const isAny = operation === '*';
  const fields = {...match, ...(!isAny && {operation})};
  const pattern = match && !issues.hasRefused ? readPattern(fields, operations, at) : undefined;
  return request =>
    (isAny || operation === request.operation?.id) && (pattern === undefined || matches(pattern, request));
}

const kindsIn = (fault: object = {}, kinds: readonly FaultKind[]): readonly FaultKind[] =>
  kinds.filter(({name}) => (fault as Readonly<Record<string, unknown>>)[name] !== undefined);

function checkOccurrences({nth, after, times, every, probability, seed}: Occurrences, issues: Issues): void {
  const forms = {nth, 'after and times': after ?? times, every, probability};
  const [one, other, ...more] = Object.entries(forms).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (other !== undefined) {
    const all = [one, other, ...more].join(', ');
    issues.refuse(other.split(' ')[0]!, `cannot stand beside ${one}; give one of ${all}`);
  }
  if (seed !== undefined && probability === undefined) {
    issues.refuse('seed', 'is for probability, which is not given');
  }
}

/** Checks that there is one kind, and fields that depend on each other. The schema reports errors within them. */
function checkFault({fault, when}: Partial<FaultRule>, given: unknown, issues: Issues, kinds: readonly FaultKind[]) {
  const names = isObject(given) ? Object.keys(given).filter(name => given[name] !== undefined) : [''];
  const all = [...kinds.filter(({alias}) => !alias), ...kinds.filter(({alias}) => alias)].map(({name}) => name);
  const found = all.filter(kind => names.includes(kind));
  const further = kinds.flatMap(({name: kind, details = []}) => details.map(name => ({name, kind})));
  if (found.length > 1) {
    issues.refuse('fault', `holds ${found.join(' and ')}; give one of them`);
  } else if (names.every(each => further.some(({name}) => name === each))) {
    issues.refuse('fault', `must hold one of ${all.join(', ')}`);
  }
  for (const {name, kind} of further.filter(({name, kind}) => fault && name in fault && !(kind in fault))) {
    issues.at('fault').refuse(name, `is for ${kind}, which is not given`);
  }
  for (const {hasOwnTime, alias} of kindsIn(fault, kinds)) {
    if (when !== undefined && hasOwnTime) {
      issues.refuse('when', 'must be left out with dribble and stale_read, which answer what the service answers');
    }
    if (when === 'before' && alias?.when === 'after-commit') {
      issues.refuse('when', 'must be after-commit or left out with lost; reset is the same before');
    }
  }
}

/**
 * Returns the rules of one or several scenarios.
 * @param named a name, or an array of names
 * @throws ApiError, a 400, for an unknown scenario, that suggests the nearest name
 */
export function rulesOfScenarios(named: unknown): GivenRules {
  return [named].flat().flatMap((name): GivenRules => {
    if (typeof name === 'string' && Object.hasOwn(scenarios, name)) {
      return scenarios[name as keyof typeof scenarios].rules;
    }
    const all = `there are ${scenarioNames.join(', ')}`;
    const hint = typeof name === 'string' ? suggest(name, scenarioNames, all) : all;
    throw badRequest(`scenario: there is no ${quote(name)}; ${hint}`);
  });
}
