import type {CoverageReport} from '../findings/coverage/report.js';
import type {FindingsReport} from '../findings/finding.js';
import {inPieces} from '../operations/replies/pieces.js';
import {adminOperation} from './admin-operation.js';

/** Yields the report one finding at a time, to limit memory. */
function* jsonOf({findings, ...others}: FindingsReport): Generator<string, void> {
  yield '{"findings":[';
  for (const [index, finding] of findings.entries()) {
    yield `${index === 0 ? '' : ','}${JSON.stringify(finding)}`;
  }
  yield `],${JSON.stringify(others).slice(1)}`;
}

export const showFindings = adminOperation({
  id: 'showFindings',
  method: 'GET',
  path: '/_sandbox/findings',
  summary: 'What the client got wrong, and the requests that would be right',
  takesAll: true,
  handle: ({inspector, account, isForAll}) => inPieces(jsonOf(inspector.report(isForAll ? undefined : account.name))),
});

export const showCoverage = adminOperation({
  id: 'showCoverage',
  method: 'GET',
  path: '/_sandbox/coverage',
  summary: 'What clients exercised of the contract, and what not',
  takesAll: true,
  handle: ({coverage, account, isForAll}): CoverageReport => coverage.report(isForAll ? undefined : account.name),
});
