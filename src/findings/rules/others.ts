import {hostRefused} from './host-refused.js';
import type {OtherFinding} from './other-finding.js';
import {unusedSuppression} from './unused-suppression.js';

/** All that is found besides what the rules find. */
export const otherFindings: readonly OtherFinding[] = [unusedSuppression, hostRefused];
