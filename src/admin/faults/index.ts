import type {Account} from '../../accounts/account.js';
import {notFound} from '../../errors.js';
import type {FaultRules} from '../../faults/fault-rules.js';
import type {RuleSet} from '../../faults/rule-set.js';
import {quote} from '../../schema/fields.js';
import {type AnyAdminOperation, adminOperation} from '../admin-operation.js';
import {describeRules} from './describe-rule.js';
import {faultsBody, readFaultsBody} from './read-body.js';

/** Milliseconds. One hour, so that a forgotten rule does not affect tomorrow's tests. */
const usualLife = 60 * 60_000;

const setsOf = (accounts: readonly Account[], faults: FaultRules): readonly RuleSet[] =>
  accounts.map(account => faults.of(account));

/** Validates the rules against every account before any account changes. */
function setsThatTake(
  rules: ReturnType<typeof readFaultsBody>,
  how: Parameters<RuleSet['check']>[1],
  targets: readonly Account[],
  faults: FaultRules,
): readonly RuleSet[] {
  const sets = setsOf(targets, faults);
  for (const set of sets) {
    set.check(rules, how);
  }
  return sets;
}

export const listFaults = adminOperation({
  id: 'listFaults',
  method: 'GET',
  path: '/_sandbox/faults',
  summary: 'The rules of injected faults, with the requests that they hit',
  takesAll: true,
  handle: ({targets, faults}) => describeRules(targets, faults),
});

const setFaults = adminOperation({
  id: 'setFaults',
  method: 'PUT',
  path: '/_sandbox/faults',
  summary: 'Put these rules, or those of a scenario, in place of all that were set',
  body: faultsBody,
  takesAll: true,
  handle: ({targets, faults, body}) => {
    const rules = readFaultsBody(body, faults, {mayBeRule: false});
    const sets = setsThatTake(rules, {isInPlace: true}, targets, faults);
    for (const set of sets) {
      set.replace(rules, usualLife);
    }
    return describeRules(targets, faults);
  },
});

const addFaults = adminOperation({
  id: 'addFaults',
  method: 'POST',
  path: '/_sandbox/faults',
  summary: 'Add a rule, several, or those of a scenario, behind those there are',
  body: faultsBody,
  takesAll: true,
  handle: ({targets, faults, body}) => {
    const rules = readFaultsBody(body, faults, {mayBeRule: true});
    const sets = setsThatTake(rules, {isInPlace: false}, targets, faults);
    for (const set of sets) {
      set.add(rules, usualLife);
    }
    return describeRules(targets, faults);
  },
});

const clearFaults = adminOperation({
  id: 'clearFaults',
  method: 'DELETE',
  path: '/_sandbox/faults',
  summary: 'Remove all rules that were set; those of the start stay',
  takesAll: true,
  handle: ({targets, faults}) => {
    for (const set of setsOf(targets, faults)) {
      set.clear();
    }
    return describeRules(targets, faults);
  },
});

export const deleteFault = adminOperation({
  id: 'deleteFault',
  method: 'DELETE',
  path: '/_sandbox/faults/{id}',
  summary: 'Remove one rule',
  takesAll: true,
  handle: ({targets, faults, params: {id}}) => {
    const removed = setsOf(targets, faults).map(set => set.remove(id));
    if (!removed.includes(true)) {
      throw notFound(`There is no fault ${quote(id)}; GET /_sandbox/faults lists all`);
    }
    return describeRules(targets, faults);
  },
});

export const faultOperations: readonly AnyAdminOperation[] = [
  listFaults,
  setFaults,
  addFaults,
  clearFaults,
  deleteFault,
];
