import {defaultAccount} from '../../../src/accounts/accounts.js';
import type {CheckSummary} from '../../../src/cli/reports/check/summary.js';
import type {FindingsGate} from '../../../src/cli/reports/outcome.js';
import {type RunReport, reportOn} from '../../../src/cli/reports/run-report.js';
import {Coverage} from '../../../src/findings/coverage/coverage.js';
import type {Finding} from '../../../src/findings/finding.js';
import {catalog} from '../../../src/resources/index.js';

/** Text that a client could send to inject content into a log, a page, a table or a workflow. */
export const hostile =
  '</script></style><img src=x onerror=alert(1)> ]]> <!-- & " \' \n::stop-commands::x\r\n##[error]y \u001B[31m \u202E \u2028' +
  ' @someone [a](http://evil.example) www.evil.example | ```` **b** _c_ #1 $x$ \uD800 \uFFFF %0A \\ &lt; </testcase>';

/** A finding in which every text from the client is the same. */
export const findingOf = (text: string, more: Partial<Finding> = {}): Finding => {
  const ref = {account: text, seq: 1, method: text, url: text};
  return {
    rule: 'zero-gift',
    level: 'error',
    count: 2,
    first: ref,
    last: ref,
    worst: ref,
    operation: text,
    where: text,
    places: [text, `${text}2`],
    values: [text, `${text}2`],
    got: text,
    nearest: text,
    message: text,
    fix: {text, request: null, curl: text},
    docs: '/docs/rules/zero-gift',
    caller: [],
    fingerprint: '0123456789abcdef',
    ...more,
  };
};

interface Sample {
  readonly check?: CheckSummary;
  readonly gate?: FindingsGate;
  readonly code?: number;
  readonly notExercised?: readonly string[];
  readonly dropped?: number;
}

/** The report of a run with these findings. */
export const reportOf = (
  findings: readonly Finding[],
  {gate = {}, code = 0, notExercised = [], dropped = 0, check}: Sample = {},
): Promise<RunReport> =>
  reportOn(
    {
      findings: async () => findings,
      notExercised: async () => notExercised,
      droppedFindings: async () => dropped,
      overrides: async () => [],
      coverage: async () => new Coverage(catalog.operations, defaultAccount).report().coverage,
    },
    {code, gate, levels: {}},
  ).then(report => (check === undefined ? report : {...report, check}));
