import type {Account} from '../../accounts/account.js';
import {notFound} from '../../errors.js';
import type {FaultRules} from '../../faults/fault-rules.js';
import type {RuleSet} from '../../faults/rule-set.js';
import type {Rule} from '../../faults/rules/rule.js';
import {quote} from '../../schema/fields.js';
import {inPieces} from '../../workload/pieces.js';
import {type AdminContext, type AnyAdminOperation, adminOperation, visitInTurns} from '../admin-operation.js';
import {Content} from '../requests/content.js';
import {rulesOf} from './describe-rule.js';
import {faultsBody, readFaultsBody} from './read-body.js';

/** Milliseconds. One hour, so that a forgotten rule does not affect tomorrow's tests. */
const usualLife = 60 * 60_000;

/** A `FaultList`, written one rule at a time: with `?all=true` it may be long. */
const listOf = (accounts: readonly Account[], faults: FaultRules): Content =>
  new Content('application/json; charset=utf-8', inPieces(written(accounts, faults)));

function* written(accounts: readonly Account[], faults: FaultRules): Generator<string, void> {
  let start = '{"rules":[';
  for (const account of accounts) {
    for (const rule of rulesOf(account, faults)) {
      yield `${start}${JSON.stringify(rule)}`;
      start = ',';
    }
  }
  yield start === ',' ? ']}' : `${start}]}`;
}

/** Validates the rules against every account before any account changes. */
async function changeRules(
  {targets, faults}: AdminContext,
  rules: readonly Rule[],
  how: Parameters<RuleSet['check']>[1],
  change: (set: RuleSet) => void,
): Promise<Content> {
  await visitInTurns(targets, account => faults.of(account).check(rules, how));
  await visitInTurns(targets, account => change(faults.of(account)));
  return listOf(targets, faults);
}

const listFaults = adminOperation({
  id: 'listFaults',
  method: 'GET',
  path: '/_sandbox/faults',
  summary: 'The rules of injected faults, with the requests that they hit',
  takesAll: true,
  handle: ({targets, faults}) => listOf(targets, faults),
});

const setFaults = adminOperation({
  id: 'setFaults',
  method: 'PUT',
  path: '/_sandbox/faults',
  summary: 'Put these rules, or those of a scenario, in place of all that were set',
  body: faultsBody,
  takesAll: true,
  handle: ({body, ...context}) => {
    const rules = readFaultsBody(body, context.faults, {mayBeRule: false});
    return changeRules(context, rules, {isInPlace: true}, set => set.replace(rules, usualLife));
  },
});

const addFaults = adminOperation({
  id: 'addFaults',
  method: 'POST',
  path: '/_sandbox/faults',
  summary: 'Add a rule, several, or those of a scenario, behind those there are',
  body: faultsBody,
  takesAll: true,
  handle: ({body, ...context}) => {
    const rules = readFaultsBody(body, context.faults, {mayBeRule: true});
    return changeRules(context, rules, {isInPlace: false}, set => set.add(rules, usualLife));
  },
});

const clearFaults = adminOperation({
  id: 'clearFaults',
  method: 'DELETE',
  path: '/_sandbox/faults',
  summary: 'Remove all rules that were set; those of the start stay',
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
  summary: 'Remove one rule',
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
