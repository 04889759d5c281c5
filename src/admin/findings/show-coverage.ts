import type {CoverageReport} from '../../findings/coverage/report.js';
import {adminOperation} from '../admin-operation.js';

export const showCoverage = adminOperation({
  id: 'showCoverage',
  method: 'GET',
  path: '/_sandbox/coverage',
  summary: 'What clients exercised of the contract, and what not',
  takesAll: true,
  handle: ({coverage, account, isForAll}): CoverageReport => coverage.report(isForAll ? undefined : account.name),
});
