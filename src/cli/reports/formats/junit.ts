import {printable} from '../../../exchanges/printable.js';
import type {Finding} from '../../../findings/finding.js';
import {otherFindings, rules} from '../../../findings/rules/index.js';
import {type LostAnswersSummary, meanings, placesOfCase} from '../../exec/lost-answers-summary.js';
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

/** Findings that the gate allows do not fail the test: readers of the report go by its failures. */
function caseOfRule(name: string, suite: string, {findings, not_exercised, gate}: RunReport): Case {
  const found = findings.filter(({rule}) => rule === name);
  const [worst] = found;
  if (worst === undefined) {
    return not_exercised.includes(name)
      ? {suite, name, outcome: 'skipped', inside: skipped('not exercised: what it needs did not happen')}
      : {suite, name, outcome: 'passed', inside: ''};
  }
  const text = found.map(findingText).join('\n\n');
  return found.some(({level}) => gate.failing.includes(level))
    ? {suite, name, outcome: 'failure', inside: failure(levelNames[worst.level], worst.message, text)}
    : {suite, name, outcome: 'passed', inside: `<system-out>${text}</system-out>`};
}

/** A wrong case fails its test even if it is allowed: the exit code alone respects the allowance. */
function* casesOfLostAnswers({cases, skipped: left}: LostAnswersSummary): Generator<Case> {
  const suite = 'lost-answers';
  for (const one of cases) {
    const {fault: name, verdict, wrong, is_wrong} = one;
    const text = [...placesOfCase(one), ...wrong].map(xml).join('\n');
    yield is_wrong
      ? {suite, name, outcome: 'failure', inside: failure(verdict, meanings[verdict], text)}
      : {suite, name, outcome: 'passed', inside: ''};
  }
  for (const name of left) {
    yield {suite, name, outcome: 'skipped', inside: skipped('the budget left no time for it')};
  }
}

/**
 * Creates a suite for each category of mistakes, with a test for each rule; rules that were not exercised are skipped.
 * The check of lost responses is a separate suite, with a test for each write.
 */
export function junitReport(report: RunReport): string {
  const {findings, exercised, not_exercised, lost_answers: lostAnswers} = report;
  const judged = [
    ...rules.filter(({id}) => exercised.includes(id) || not_exercised.includes(id)),
    ...otherFindings.filter(({id}) => findings.some(({rule}) => rule === id)),
  ];
  const cases = judged.map(({id, axis}) => caseOfRule(id, axis, report));
  const all = [...cases, ...(lostAnswers === null ? [] : casesOfLostAnswers(lostAnswers))];
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
