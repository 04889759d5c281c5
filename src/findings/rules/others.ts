import {hostRefused} from './host-refused.js';
import type {OtherFinding} from './other-finding.js';
import {unusedSuppression} from './unused-suppression.js';

/** All findings that no rule makes. */
export const otherFindings: readonly OtherFinding[] = [unusedSuppression, hostRefused];
