import {checkNames, isBad, type KnownCase, verdicts} from '../../sandbox/check/types.js';
import {readEntries} from './entries-file.js';

export const casesFileName = 'crm-sandbox.cases.json';

/** @param named the file, if not the default one. @throws UsageError that names the invalid entry and its mistake */
export const readKnownCases = (named: string | undefined) =>
  readEntries(named, {
    usual: casesFileName,
    example: '{"verdict": "duplicated", "operation": "createNote", "reason": "a second note harms nobody"}',
    required: 'verdict',
    optional: ['chain', 'operation', 'check', 'until'],
    names: {verdict: verdicts.filter(isBad), check: checkNames},
  }) as readonly KnownCase[];
