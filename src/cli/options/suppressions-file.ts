import {ruleIds} from '../../findings/rule-ids.js';
import type {Suppression} from '../../findings/suppressions.js';
import {readEntries} from './entries-file.js';

export const suppressionsFileName = 'crm-sandbox.suppressions.json';

/** @param named the file, if not the default one. @throws UsageError that names the invalid entry and its mistake */
export const readSuppressions = (named: string | undefined) =>
  readEntries(named, {
    usual: suppressionsFileName,
    example: '{"rule": "put-used", "reason": "the library sends it"}',
    required: 'rule',
    optional: ['operation', 'pointer', 'caller', 'until'],
    names: {rule: ruleIds},
  }) as readonly Suppression[];
