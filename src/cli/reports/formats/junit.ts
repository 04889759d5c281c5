import {printable} from '../../../exchanges/printable.js';
import type {Finding} from '../../../findings/finding.js';
import {otherFindings, rules} from '../../../findings/rules/index.js';
import {isUnknown} from '../../../sandbox/check/types.js';
import {caseLines, checkText, noteLines, siteLines} from '../check/lines.js';
import type {CheckSummary} from '../check/summary.js';
import {levelNames, listsOf, timesText} from '../outcome.js';
import type {RunReport} from '../run-report.js';
import {escapeMarkup} from './markup.js';

/** XML cannot contain these characters, even as references. */
const impossible = /[\uFFFE\uFFFF]/g;

const xml = (text: string) => escapeMarkup(printable(text).replaceAll(impossible, '\uFFFD'));

function findingText(finding: Finding): string {
  const {level, operation, message, count, fix, caller, first} = finding;
  const title = `${levelNames[level]}: ${operation}: ${message}${timesText(count)}`;
  const curl = fix.curl === null ? [] : [fix.curl];
  return [title, ...caller, `${first.method} ${first.url}`, ...listsOf(finding), fix.text, ...curl].map(xml).join('\n');
}

interface Case {
  readonly suite: string;
  readonly name: string;
  readonly outcome: 'passed' | 'failure' | 'skipped';
  readonly inside: string;
}

const failure = (type: string, message: string, text: string) =>
  `<failure type="${type}" message="${xml(message)}">${text}</failure>`;

const skipped = (message: string) => `<skipped message="${message}"/>`;

/** Findings that the gate allows do not fail the test, because readers of the report look for failures. */
function caseOfRule(name: string, suite: string, {findings, not_exercised, gate}: RunReport): Case {
  const found = findings.filter(({rule}) => rule === name);
  const [worst] = found;
  if (worst === undefined) {
    return not_exercised.includes(name)
      ? {suite, name, outcome: 'skipped', inside: skipped('not exercised: no request matched it')}
      : {suite, name, outcome: 'passed', inside: ''};
  }
  const text = found.map(findingText).join('\n\n');
  return found.some(({level}) => gate.failing.includes(level))
    ? {suite, name, outcome: 'failure', inside: failure(levelNames[worst.level], worst.message, text)}
    : {suite, name, outcome: 'passed', inside: `<system-out>${text}</system-out>`};
}

/** A case that counts fails its test even if `--max-bad` allows it: that number affects only the exit code. */
function* casesOfCheck(summary: CheckSummary): Generator<Case> {
  const caseOf = (name: string, outcome: Case['outcome'], inside: string) => ({suite: 'check', name, outcome, inside});
  const failed = (name: string, verdict: string, harm: string, lines: readonly string[]) =>
    caseOf(name, 'failure', failure(verdict, harm, lines.map(xml).join('\n')));
  const passed = (name: string, lines: readonly string[]) =>
    caseOf(name, 'passed', `<system-out>${lines.map(xml).join('\n')}</system-out>`);
  for (const one of summary.cases) {
    const {id, operation, verdict, is_bad, harm, reason} = one;
    const name = `${id} ${operation ?? 'the whole run'}: ${checkText(one)}`;
    if (isUnknown(verdict)) {
      yield caseOf(name, 'skipped', skipped(xml(`${verdict}: ${reason ?? ''}`)));
    } else {
      const lines = caseLines(one);
      yield is_bad ? failed(name, verdict, harm, lines) : passed(name, [`${verdict}: ${harm}`, ...lines]);
    }
  }
  yield* summary.skipped.map(id => caseOf(id, 'skipped', skipped('the budget or an interruption left it out')));
  const lines = [summary.harm, ...siteLines(summary), ...noteLines(summary)];
  const isJudged = !summary.failed || summary.cases.some(({is_bad}) => is_bad);
  yield isJudged ? passed('summary', lines) : failed('summary', 'not judged', summary.harm, lines);
}

/**
 * Creates a suite for each category of mistakes, with a test for each rule; rules that were not exercised are skipped.
 * A check is a separate suite, with a test for each trial.
 */
export function junitReport(report: RunReport): string {
  const {findings, exercised, not_exercised, check} = report;
  const judged = [
    ...rules.filter(({id}) => exercised.includes(id) || not_exercised.includes(id)),
    ...otherFindings.filter(({id}) => findings.some(({rule}) => rule === id)),
  ];
  const cases = judged.map(({id, axis}) => caseOfRule(id, axis, report));
  const all = [...cases, ...(check === null ? [] : casesOfCheck(check))];
  const parts = Array.from(new Set(all.map(({suite}) => suite)), name => {
    const inSuite = all.filter(({suite}) => suite === name);
    return suiteText(name, inSuite);
  });
  const head = ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites name="crm-sandbox">'];
  return [...head, ...parts, '</testsuites>', ''].join('\n');
}

function suiteText(suite: string, cases: readonly Case[]): string {
  const count = (wanted: Case['outcome']) => cases.filter(({outcome}) => outcome === wanted).length;
  const [failures, left] = [count('failure'), count('skipped')];
  const numbers = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${left}" time="0"`;
  const tests = cases.map(
    ({name, inside}) =>
      `    <testcase classname="crm-sandbox.${suite}" name="${xml(name)}" time="0">${inside}</testcase>`,
  );
  return [`  <testsuite name="${suite}" ${numbers}>`, ...tests, '  </testsuite>'].join('\n');
}
