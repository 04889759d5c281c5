import type {FindingRule, OtherFinding} from '../rule.js';
import {ruleIds} from '../rule-ids.js';
import {unusedSuppression} from '../suppressions.js';
import * as all from './all.js';
import {hostRefused} from './host-refused.js';

const place = ({id}: FindingRule): number => (ruleIds as readonly string[]).indexOf(id);

/** All rules, in the order in which findings of one level are listed: that of their ids. */
export const rules: readonly FindingRule[] = Object.values(all).sort((one, other) => place(one) - place(other));

export const otherFindings: readonly OtherFinding[] = [unusedSuppression, hostRefused];
