import type {FindingRule, OtherFinding} from '../rule.js';
import {ruleIds} from '../rule-ids.js';
import {unusedSuppression} from '../suppressions.js';
import * as all from './all.js';
import {hostRefused} from './host-refused.js';

const place = ({id}: FindingRule): number => (ruleIds as readonly string[]).indexOf(id);

/** All rules in the order of their ids, which is the order of findings of one level. */
export const rules: readonly FindingRule[] = Object.values(all).sort((one, other) => place(one) - place(other));

export const otherFindings: readonly OtherFinding[] = [unusedSuppression, hostRefused];
