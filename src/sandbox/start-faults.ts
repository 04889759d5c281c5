import {badRequest} from '../errors.js';
import {matches} from '../exchanges/matcher.js';
import {operationIdOf, readPattern} from '../exchanges/pattern.js';
import {standardKinds} from '../faults/fault-kinds.js';
import {FaultRules} from '../faults/fault-rules.js';
import type {KnownOperations} from '../faults/known-operations.js';
import {readRules} from '../faults/rules/read-rules.js';
import {rulesOfScenarios} from '../faults/rules-of-scenarios.js';
import {limits} from '../limits.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import type {Operation} from '../operations/operation.js';
import {readingOptions} from './fault-handle.js';
import type {StartOptions} from './start-options.js';

/** Reads the fault rules of the start options. @throws FaultOptionError, a TypeError, that describes the mistake */
export function faultsOf(
  {operations}: Catalog,
  {faults = [], scenario = []}: StartOptions,
  kinds = standardKinds,
): FaultRules {
  const known = knownOperations(operations);
  return readingOptions(() => {
    const ofScenarios = readRules(rulesOfScenarios(scenario), known, 'scenario', kinds);
    const rules = [...readRules([faults].flat(), known, 'faults', kinds), ...ofScenarios];
    const ids = rules.flatMap(({id}) => id ?? []);
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (twice !== undefined || rules.length > limits.faultRules) {
      throw badRequest(
        twice === undefined
          ? `faults: there can be ${limits.faultRules} rules at most`
          : `faults: two have the id ${twice}`,
      );
    }
    return new FaultRules(known, rules, kinds);
  });
}

/** Fault rules match requests in the same way as `verify` does. */
export function knownOperations(operations: readonly Operation[]): KnownOperations {
  const methods = new Map(operations.map(({id, method}) => [id, method]));
  const ids = [...methods.keys()];
  return {
    methodOf: id => methods.get(id),
    idOf: (name, of) => operationIdOf(name, ids, of),
    matcherOf: (match, operation, issues) => {
      const pattern = readPattern({...match, ...(operation !== undefined && {operation})}, operations, issues);
      return request => matches(pattern, request);
    },
  };
}
