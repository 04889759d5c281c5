import {ApiError, badRequest} from '../errors.js';
import {standardKinds} from '../faults/fault-kinds.js';
import {FaultRules} from '../faults/fault-rules.js';
import {type Rule, readRules, rulesOfScenarios} from '../faults/rules/read-rules.js';
import {limits} from '../limits.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import type {StartOptions} from './start-options.js';

/** Invalid fault options of a start, reported like any other invalid option. */
class FaultOptionError extends TypeError {
  override readonly name = 'FaultOptionError';
}

/**
 * Reads the fault rules of the start options.
 * @param first rules that take precedence
 * @throws FaultOptionError that describes the mistake
 */
export function faultsOf(
  {operations}: Catalog,
  options: StartOptions,
  kinds = standardKinds,
  first: readonly Rule[] = [],
): FaultRules {
  const {faults = [], scenario = []} = options;
  try {
    const ofScenarios = readRules(rulesOfScenarios(scenario), operations, 'scenario', kinds);
    const rules = [...readRules([faults].flat(), operations, 'faults', kinds), ...ofScenarios];
    const ids = rules.flatMap(({id}) => id ?? []);
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (twice !== undefined) {
      throw badRequest(`faults: two have the id ${twice}`);
    }
    if (rules.length > limits.faultRules) {
      throw badRequest(`faults: there can be ${limits.faultRules} rules at most`);
    }
    return new FaultRules(operations, [...first, ...rules], kinds);
  } catch (error) {
    throw error instanceof ApiError ? new FaultOptionError(`startSandbox: ${error.description}`) : error;
  }
}
