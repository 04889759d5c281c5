import {formatTimestamp} from '../accounts/clock.js';
import {jsonPieces} from '../exchanges/json-pieces.js';
import type {CoverageReport} from '../findings/coverage/report.js';
import {inPieces} from '../operations/pieces.js';
import {adminOperation} from './admin-operation.js';

export const showFindings = adminOperation({
  id: 'showFindings',
  method: 'GET',
  path: '/_sandbox/findings',
  summary: "List the client's mistakes, the worst first, with corrected requests",
  takesAll: true,
  handle: ({inspector, account, accounts, journal, isForAll}) => {
    const report = inspector.report(isForAll ? undefined : account.name);
    const lost = isForAll ? accounts.takeOver : journal.of(account.name).lostBefore;
    return inPieces(jsonPieces({...report, ...(lost && {taken_over_at: formatTimestamp(lost.at)})}));
  },
});

export const showCoverage = adminOperation({
  id: 'showCoverage',
  method: 'GET',
  path: '/_sandbox/coverage',
  summary: 'List the parts of the contract that clients exercised, and those that they did not',
  takesAll: true,
  handle: ({coverage, account, isForAll}): CoverageReport => coverage.report(isForAll ? undefined : account.name),
});
