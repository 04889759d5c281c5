import {badRequest} from '../errors.js';
import {quote} from '../schema/fields.js';
import {nearest} from '../schema/nearest.js';
import type {GivenRules} from './rules/read-rules.js';
import {type Scenario, scenarioNames, scenarios} from './scenarios.js';

const all: Readonly<Record<string, Scenario>> = scenarios;

/**
 * Returns the rules of one or several scenarios.
 * @param named a name, or an array of names
 * @throws ApiError, a 400, for an unknown scenario, that suggests the nearest name
 */
export function rulesOfScenarios(named: unknown): GivenRules {
  return [named].flat().flatMap(name => {
    if (typeof name !== 'string' || !Object.hasOwn(all, name)) {
      const near = typeof name === 'string' ? nearest(name, scenarioNames) : undefined;
      throw badRequest(
        `scenario: there is no ${quote(name)}; ${near === undefined ? `there are ${scenarioNames.join(', ')}` : `did you mean ${near}?`}`,
      );
    }
    return all[name]!.rules;
  });
}
