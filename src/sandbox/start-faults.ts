import {ApiError, badRequest} from '../errors.js';
import {matches} from '../exchanges/matcher.js';
import {operationIdOf, readPattern} from '../exchanges/pattern.js';
import {standardKinds} from '../faults/fault-kinds.js';
import {FaultRules} from '../faults/fault-rules.js';
import type {KnownOperations} from '../faults/known-operations.js';
import {readRules, rulesOfScenarios} from '../faults/rules/read-rules.js';
import {limits} from '../limits.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import type {Operation} from '../operations/operation.js';
import type {StartOptions} from './start-options.js';

/** Invalid fault options of a start, reported like any other invalid option. */
class FaultOptionError extends TypeError {
  override readonly name = 'FaultOptionError';
}

/** Reads the fault rules of the start options. @throws FaultOptionError that describes the mistake */
export function faultsOf({operations}: Catalog, options: StartOptions, kinds = standardKinds): FaultRules {
  const known = knownOperations(operations);
  const {faults = [], scenario = []} = options;
  try {
    const ofScenarios = readRules(rulesOfScenarios(scenario), known, 'scenario', kinds);
    const rules = [...readRules([faults].flat(), known, 'faults', kinds), ...ofScenarios];
    const ids = rules.flatMap(({id}) => id ?? []);
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (twice !== undefined) {
      throw badRequest(`faults: two have the id ${twice}`);
    }
    if (rules.length > limits.faultRules) {
      throw badRequest(`faults: there can be ${limits.faultRules} rules at most`);
    }
    return new FaultRules(known, rules, kinds);
  } catch (error) {
    throw error instanceof ApiError ? new FaultOptionError(`startSandbox: ${error.description}`) : error;
  }
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
