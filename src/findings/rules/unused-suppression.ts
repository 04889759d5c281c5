import {findingOf, type StoredFinding} from '../finding-store.js';
import type {Mistake} from '../rule.js';
import {nowhere, type Suppression, type Suppressions} from '../suppressions.js';
import type {OtherFinding} from './other-finding.js';

export const nameOfSuppression = ({rule, operation, pointer}: Suppression): string =>
  [rule, operation, pointer].filter(part => part !== undefined).join(' ');

/** Found in the file of suppressions, so no request causes it. */
export const unusedSuppression = {
  id: 'unused-suppression',
  axis: 'suppressions',
  level: 'warn',
  what: 'An entry of `crm-sandbox.suppressions.json` hides no finding, or its last day is over.',
  why: 'What it was for is mended, or was renamed. Left there, it would hide the next mistake of the kind.',
  turnOff:
    'Never: take the entry out. A run of a part of the tests exercises a part of the mistakes; give that run no file.',
  wrong: '```json\n[{"rule": "zero-gift", "operation": "createGift", "reason": "mended long ago"}]\n```',
  mistake(suppression: Suppression, isOver: boolean): Mistake {
    const where = nameOfSuppression(suppression);
    return {
      where,
      message: isOver
        ? `the suppression of ${where} ended with ${suppression.until}`
        : `the suppression of ${where} hides nothing`,
      fix: 'Take it out of crm-sandbox.suppressions.json, or bring its until forward.',
    };
  },
} as const satisfies OtherFinding & {mistake(suppression: Suppression, isOver: boolean): Mistake};

export const unusedSuppressions = (
  suppressions: Suppressions,
  findings: readonly StoredFinding[],
): readonly StoredFinding[] =>
  suppressions.unused(findings).map(suppression => {
    const mistake = unusedSuppression.mistake(suppression, suppressions.isOver(suppression));
    return findingOf(unusedSuppression.id, unusedSuppression.level, mistake, nowhere);
  });
