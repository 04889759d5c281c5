import type {Finding} from '../../../findings/finding.js';
import {rules} from '../../../findings/rules/index.js';
import {unusedSuppression} from '../../../findings/rules/unused-suppression.js';
import {printable} from '../../output/printable.js';
import type {RunReport} from '../run-report.js';
import {escapeMarkup} from './escape-markup.js';
import {levelNames} from './text.js';

/** XML has no place for these, however they are written. */
const impossible = /[\uFFFE\uFFFF]/g;

const xml = (text: string) => escapeMarkup(printable(text).replaceAll(impossible, '\uFFFD'));

function findingText({level, operation, message, count, fix, caller, first}: Finding): string {
  const lines = [
    `${levelNames[level]}: ${operation}: ${message}${count > 1 ? ` (${count} times)` : ''}`,
    ...caller,
    `${first.method} ${first.url}`,
    fix.text,
    ...(fix.curl === null ? [] : [fix.curl]),
  ];
  return lines.map(xml).join('\n');
}

interface Case {
  readonly name: string;
  readonly suite: string;
  readonly findings: readonly Finding[];
  readonly isSkipped: boolean;
}

/** What the gate lets pass is told, and fails nothing: who reads it goes by the failures. */
function caseText({name, suite, findings, isSkipped}: Case, {gate}: RunReport): string {
  const isFailed = findings.some(({level}) => gate.failing.includes(level));
  const text = findings.map(findingText).join('\n\n');
  const inside = isFailed
    ? `<failure type="${levelNames[findings[0]!.level]}" message="${xml(findings[0]!.message)}">${text}</failure>`
    : isSkipped
      ? '<skipped message="not exercised: what it needs did not happen"/>'
      : findings.length > 0
        ? `<system-out>${text}</system-out>`
        : '';
  return `    <testcase classname="crm-sandbox.${suite}" name="${name}" time="0">${inside}</testcase>`;
}

function casesOf({findings, exercised, not_exercised}: RunReport): Case[] {
  const of = (id: string) => findings.filter(({rule}) => rule === id);
  const judged = rules
    .filter(({id}) => exercised.includes(id) || not_exercised.includes(id))
    .map(({id, axis}) => {
      const found = of(id);
      return {name: id, suite: axis, findings: found, isSkipped: found.length === 0 && not_exercised.includes(id)};
    });
  const unused = of(unusedSuppression.id);
  return unused.length === 0
    ? judged
    : [...judged, {name: unusedSuppression.id, suite: 'suppressions', findings: unused, isSkipped: false}];
}

/** A suite for each kind of mistake, and a test for each rule of it; those that could not judge are skipped. */
export function junitReport(report: RunReport): string {
  const suites = grouped(casesOf(report));
  const parts = Array.from(suites, ([name, cases]) => {
    const failed = cases.filter(one => one.findings.some(({level}) => report.gate.failing.includes(level))).length;
    const skipped = cases.filter(({isSkipped}) => isSkipped).length;
    const numbers = `tests="${cases.length}" failures="${failed}" errors="0" skipped="${skipped}" time="0"`;
    return [
      `  <testsuite name="${name}" ${numbers}>`,
      ...cases.map(one => caseText(one, report)),
      '  </testsuite>',
    ].join('\n');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="crm-sandbox">',
    ...parts,
    '</testsuites>',
    '',
  ].join('\n');
}

function grouped(cases: readonly Case[]): Map<string, Case[]> {
  const suites = new Map<string, Case[]>();
  for (const one of cases) {
    suites.set(one.suite, [...(suites.get(one.suite) ?? []), one]);
  }
  return suites;
}
