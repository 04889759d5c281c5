import type {Level} from '../finding.js';
import type {Mistake} from '../rule.js';
import type {Suppression} from '../suppressions.js';

/** What a suppression is called: the words of it that say what it hides. */
export const nameOfSuppression = ({rule, operation, pointer}: Suppression): string =>
  [rule, operation, pointer].filter(part => part !== undefined).join(' ');

/** Found in the file of suppressions, and not in what a client sent: so there is no request that makes it. */
export const unusedSuppression = {
  id: 'unused-suppression',
  level: 'warn' as Level,
  what: 'An entry of `crm-sandbox.suppressions.json` hides no finding, or its last day is over.',
  why: 'What it was for is mended, or was renamed. Left there, it would hide the next mistake of the kind.',
  turnOff:
    'Never: take the entry out. A run of a part of the tests exercises a part of the mistakes; give that run no file.',
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
};
