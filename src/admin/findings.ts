import {jsonPieces} from '../exchanges/json-pieces.js';
import type {CoverageReport} from '../findings/coverage/report.js';
import {inPieces} from '../operations/replies/pieces.js';
import {adminOperation} from './admin-operation.js';

export const showFindings = adminOperation({
  id: 'showFindings',
  method: 'GET',
  path: '/_sandbox/findings',
  summary: 'What the client got wrong, and the requests that would be right',
  takesAll: true,
  handle: ({inspector, account, isForAll}) =>
    inPieces(jsonPieces(inspector.report(isForAll ? undefined : account.name))),
});

export const showCoverage = adminOperation({
  id: 'showCoverage',
  method: 'GET',
  path: '/_sandbox/coverage',
  summary: 'What clients exercised of the contract, and what not',
  takesAll: true,
  handle: ({coverage, account, isForAll}): CoverageReport => coverage.report(isForAll ? undefined : account.name),
});
