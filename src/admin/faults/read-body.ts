import * as z from 'zod';
import {badRequest} from '../../errors.js';
import type {FaultRules} from '../../faults/fault-rules.js';
import type {Rule} from '../../faults/rules/rule.js';
import {ruleSchema} from '../../faults/rules/rule-schema.js';
import {rulesOfScenarios} from '../../faults/rules-of-scenarios.js';
import {describeIssue} from '../../schema/issue.js';
import {Issues} from '../../schema/issues.js';

/** Loose, because `readFaultsBody` checks unknown fields itself: its 400 suggests the nearest name. */
export const faultsBody = z.looseObject({rules: z.unknown().optional(), scenario: z.unknown().optional()});

type FaultsBody = Readonly<Record<string, unknown>>;

const ruleFields = Object.keys(ruleSchema.shape);

/**
 * Reads the rules from `rules`, from a `scenario`, or from the body itself.
 * @param mayBeRule true if the body itself may be a rule
 * @throws ApiError, a 400, that lists every issue
 */
export function readFaultsBody(
  body: FaultsBody,
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
