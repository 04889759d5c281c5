import type {Readable} from 'node:stream';
import * as z from 'zod';
import type {Account} from '../accounts/account.js';
import {formatTimestamp} from '../accounts/clock.js';
import {badRequest, notFound} from '../errors.js';
import {jsonPieces} from '../exchanges/json-pieces.js';
import type {When} from '../faults/fault-kind.js';
import type {FaultRules} from '../faults/fault-rules.js';
import type {ArmedRule} from '../faults/rule-set.js';
import type {FaultSpec, Occurrences} from '../faults/rules/fault-rule.js';
import {type Rule, rulesOfScenarios} from '../faults/rules/read-rules.js';
import {ruleSchema} from '../faults/rules/rule-schema.js';
import {inPieces} from '../operations/pieces.js';
import type {OperationId} from '../schema/catalog-names.js';
import {quote} from '../schema/fields.js';
import {describeIssue} from '../schema/issue.js';
import {Issues} from '../schema/issues.js';
import {
  type AdminContext,
  type AnyAdminOperation,
  adminOperation,
  type BodyOf,
  visitInTurns,
} from './admin-operation.js';

/** Loose, because `readFaultsBody` checks unknown fields itself: its 400 suggests the nearest name. */
const faultsBody = z.looseObject({rules: z.unknown().optional(), scenario: z.unknown().optional()});

/** Milliseconds. One hour, so that a forgotten rule does not affect tomorrow's tests. */
const usualLife = 60 * 60_000;

/** A `FaultList`, which may be long with `?all=true`. */
const listOf = (accounts: readonly Account[], faults: FaultRules): string | Readable =>
  inPieces(jsonPieces({rules: allRules(accounts, faults)}));

function* allRules(accounts: readonly Account[], faults: FaultRules) {
  for (const account of accounts) {
    yield* rulesOf(account, faults);
  }
}

/** Checks the rules against every account before any account changes. */
const putRules =
  (isInPlace: boolean) =>
  async ({body, targets, faults}: AdminContext & {readonly body: BodyOf<typeof faultsBody>}) => {
    const rules = readFaultsBody(body, faults, {mayBeRule: !isInPlace});
    await visitInTurns(targets, account => faults.of(account).check(rules, {isInPlace}));
    await visitInTurns(targets, account => faults.of(account)[isInPlace ? 'replace' : 'add'](rules, usualLife));
    return listOf(targets, faults);
  };

const listFaults = adminOperation({
  id: 'listFaults',
  method: 'GET',
  path: '/_sandbox/faults',
  summary: 'List the fault rules, with the requests that they affected',
  takesAll: true,
  handle: ({targets, faults}) => listOf(targets, faults),
});

const setFaults = adminOperation({
  id: 'setFaults',
  method: 'PUT',
  path: '/_sandbox/faults',
  summary: 'Replace all rules that were added since the start with these, or with those of a scenario',
  body: faultsBody,
  takesAll: true,
  handle: putRules(true),
});

const addFaults = adminOperation({
  id: 'addFaults',
  method: 'POST',
  path: '/_sandbox/faults',
  summary: 'Add a rule, a list of rules, or those of a scenario, after the existing rules',
  body: faultsBody,
  takesAll: true,
  handle: putRules(false),
});

const clearFaults = adminOperation({
  id: 'clearFaults',
  method: 'DELETE',
  path: '/_sandbox/faults',
  summary: 'Remove all rules that were added since the start',
  takesAll: true,
  handle: async ({targets, faults}) => {
    await visitInTurns(targets, account => faults.of(account).clear());
    return listOf(targets, faults);
  },
});

export const deleteFault = adminOperation({
  id: 'deleteFault',
  method: 'DELETE',
  path: '/_sandbox/faults/{id}',
  summary: 'Remove a rule',
  takesAll: true,
  handle: async ({targets, faults, params: {id}}) => {
    let isFound = false;
    await visitInTurns(targets, account => {
      isFound = faults.of(account).remove(id) || isFound;
    });
    if (!isFound) {
      throw notFound(`There is no fault ${quote(id)}; GET /_sandbox/faults lists all`);
    }
    return listOf(targets, faults);
  },
});

export const faultOperations: readonly AnyAdminOperation[] = [
  listFaults,
  setFaults,
  addFaults,
  clearFaults,
  deleteFault,
];

export interface FaultStatus extends Occurrences {
  readonly id: string;
  readonly account: string;
  /** `*` for all operations. */
  readonly operation: OperationId | '*';
  readonly match?: object;
  readonly when: When;
  readonly fault: FaultSpec;
  /** `start` for a rule from the start options, which lasts as long as the sandbox. */
  readonly from: 'start' | 'test';
  /** `<YYYY-MM-DDTHH:MM:SSZ>` in real time; null if the rule does not expire. */
  readonly expires_at: string | null;
  readonly seen: number;
  readonly hits: number;
  /** Journal numbers of the latest faulted requests. */
  readonly requests: readonly number[];
}

export interface FaultList {
  readonly rules: readonly FaultStatus[];
}

export const rulesOf = (account: Account, faults: FaultRules): readonly FaultStatus[] =>
  faults.of(account).rules.map(armed => describe(armed, account));

function describe(armed: ArmedRule, {name}: Account): FaultStatus {
  const {id: _, kind: __, faultKind: ____, matches: ___, ttl: _____, operation, when, fault, ...rest} = armed.rule;
  return {
    id: armed.id,
    account: name,
    operation,
    ...rest,
    when,
    fault,
    from: armed.isOfStart ? 'start' : 'test',
    expires_at: armed.expiresAt === undefined ? null : formatTimestamp(armed.expiresAt),
    seen: armed.seen,
    hits: armed.hits,
    requests: armed.requests,
  };
}

const ruleFields = Object.keys(ruleSchema.shape);

/**
 * Reads the rules from `rules`, from a `scenario`, or from the body itself.
 * @throws ApiError, a 400, that lists every issue
 */
function readFaultsBody(
  body: Readonly<Record<string, unknown>>,
  faults: FaultRules,
  {mayBeRule}: {readonly mayBeRule: boolean},
): readonly Rule[] {
  const known = ['rules', 'scenario', ...(mayBeRule ? ruleFields : [])];
  const issues = Issues.none();
  for (const name of Object.keys(body).filter(name => !known.includes(name))) {
    issues.refuse(name, 'unknown field', 'unknown-field', known);
  }
  if (issues.hasRefused) {
    throw badRequest(issues.refused.map(describeIssue).join('; '));
  }
  const {rules, scenario, ...rule} = body;
  if (Object.keys(rule).length > 0) {
    if (rules !== undefined || scenario !== undefined) {
      throw badRequest(
        `The body is a rule, or has rules or a scenario: ${Object.keys(rule).join(', ')} cannot stand beside them`,
      );
    }
    return [faults.readOne(rule, 'rule')];
  }
  if (rules === undefined && scenario === undefined) {
    throw badRequest('The body has no rules and no scenario; {"rules": []} is none');
  }
  return [...faults.read(rules ?? []), ...faults.read(rulesOfScenarios(scenario ?? []), 'scenario')];
}
