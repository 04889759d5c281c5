import {plainLine} from '../../../exchanges/printable.js';
import type {Finding} from '../../../findings/finding.js';
import {checkLines} from '../check/lines.js';
import {countsText, coverageLines, levelNames, listsOf, overrideLines, placesOf} from '../outcome.js';
import type {RunReport} from '../run-report.js';

function* findingLines(finding: Finding): Generator<string> {
  const {level, rule, operation, count, message, fix, caller} = finding;
  yield `${levelNames[level]} ${rule}: ${operation}: ${message}`;
  yield `  in ${placesOf(finding).join(', ')}${count > 1 ? `, ${count} times` : ''}`;
  yield* caller.slice(1).map(chain => `  also in ${chain}`);
  yield* listsOf(finding).map(line => `  ${line}`);
  yield `  fix: ${fix.text}`;
  if (fix.curl !== null) {
    yield `  ${fix.curl}`;
  }
  yield `  why: crm-sandbox explain ${rule}`;
}

/** Formats the full report for people. Client input is escaped. */
export function textReport(report: RunReport): string {
  const {check, findings, counts, exit, not_exercised, exercised, coverage, overrides} = report;
  const rules = exercised.length + not_exercised.length;
  const lines = [
    ...(check === null ? [] : checkLines(check)),
    '',
    ...findings.flatMap(finding => [...findingLines(finding), '']),
    `Findings: ${countsText(counts)}.`,
    `Rules not exercised, because no request matched them: ${not_exercised.length} of ${rules}.`,
    'Coverage of the contract:',
    ...coverageLines(coverage).map(line => `  ${line}`),
    ...overrideLines(overrides),
    `Exit code ${exit.code}: ${exit.because}.`,
  ];
  return lines.map(plainLine).join('\n');
}

export function shortReport(report: RunReport): string {
  const {check, exit, counts, coverage, exercised, not_exercised, overrides} = report;
  if (check !== null) {
    return [...checkLines(check), ...overrideLines(overrides), `Exit code ${exit.code}: ${exit.because}.`]
      .map(plainLine)
      .join('\n');
  }
  const [operations] = coverage;
  const rules = exercised.length + not_exercised.length;
  return [
    `crm-sandbox: what the client got wrong: ${countsText(counts)}.`,
    `crm-sandbox: ${operations!.exercised} of ${operations!.of} operations were exercised, and ${exercised.length} of ${rules} rules.`,
    ...overrideLines(overrides).map(line => `crm-sandbox: ${line}`),
    'crm-sandbox: to see them: exec --fail-on never; to fail on errors: --fail-on error; for a browser: --report html=report.html',
  ].join('\n');
}
