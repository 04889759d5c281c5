import {badRequest} from '../errors.js';
import {standardKinds} from '../faults/fault-kinds.js';
import {FaultRules} from '../faults/fault-rules.js';
import {readRules} from '../faults/rules/read-rules.js';
import {rulesOfScenarios} from '../faults/rules-of-scenarios.js';
import {limits} from '../limits.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import {readingOptions} from './handles/fault-handle.js';
import {knownOperations} from './known-operations.js';
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
