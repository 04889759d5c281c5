import {printable} from '../../../exchanges/printable.js';
import type {Finding} from '../../../findings/finding.js';
import {otherFindings, rules} from '../../../findings/rules/index.js';
import {type LostAnswersSummary, meanings} from '../../exec/lost-answers-summary.js';
import {levelNames, timesText} from '../outcome.js';
import type {RunReport} from '../run-report.js';
import {escapeMarkup} from './markup.js';

/** XML cannot contain these characters, even as references. */
const impossible = /[\uFFFE\uFFFF]/g;

const xml = (text: string) => escapeMarkup(printable(text).replaceAll(impossible, '\uFFFD'));

function findingText({level, operation, message, count, fix, caller, first}: Finding): string {
  const lines = [
    `${levelNames[level]}: ${operation}: ${message}${timesText(count)}`,
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
  readonly isFailed: boolean;
  readonly isSkipped: boolean;
  readonly inside: string;
}

const failure = (type: string, message: string, text: string) =>
  `<failure type="${type}" message="${xml(message)}">${text}</failure>`;

const skipped = (message: string) => `<skipped message="${message}"/>`;

/** Findings that the gate allows do not fail the test: readers of the report go by its failures. */
function caseOfRule(id: string, suite: string, {findings, not_exercised, gate}: RunReport): Case {
  const found = findings.filter(({rule}) => rule === id);
  const [worst] = found;
  const isFailed = found.some(({level}) => gate.failing.includes(level));
  const isSkipped = worst === undefined && not_exercised.includes(id);
  const text = found.map(findingText).join('\n\n');
  const told = worst === undefined ? '' : `<system-out>${text}</system-out>`;
  return {
    name: id,
    suite,
    isFailed,
    isSkipped,
    inside: isFailed
      ? failure(levelNames[worst!.level], worst!.message, text)
      : isSkipped
        ? skipped('not exercised: what it needs did not happen')
        : told,
  };
}

/** A wrong case fails its test even if it is allowed: the exit code alone respects the allowance. */
function* casesOfLostAnswers({cases, skipped: left}: LostAnswersSummary): Generator<Case> {
  const suite = 'lost-answers';
  for (const {fault, verdict, is_wrong: isFailed, method, url, caller, wrong} of cases) {
    const lines = [...(caller === null ? [] : [caller]), `${method} ${url}`, ...wrong];
    const inside = isFailed ? failure(verdict, meanings[verdict], lines.map(xml).join('\n')) : '';
    yield {name: fault, suite, isFailed, isSkipped: false, inside};
  }
  for (const name of left) {
    yield {name, suite, isFailed: false, isSkipped: true, inside: skipped('the budget left no time for it')};
  }
}

function casesOf(report: RunReport): Case[] {
  const {findings, exercised, not_exercised, lost_answers: lostAnswers} = report;
  const others = otherFindings.filter(({id}) => findings.some(({rule}) => rule === id));
  return [
    ...rules
      .filter(({id}) => exercised.includes(id) || not_exercised.includes(id))
      .map(({id, axis}) => caseOfRule(id, axis, report)),
    ...others.map(({id, axis}) => caseOfRule(id, axis, report)),
    ...(lostAnswers === null ? [] : casesOfLostAnswers(lostAnswers)),
  ];
}

const caseText = ({name, suite, inside}: Case): string =>
  `    <testcase classname="crm-sandbox.${suite}" name="${xml(name)}" time="0">${inside}</testcase>`;

/**
 * Creates a suite for each category of mistakes, with a test for each rule; rules that were not exercised are skipped.
 * The check of lost responses is a separate suite, with a test for each write.
 */
export function junitReport(report: RunReport): string {
  const suites = grouped(casesOf(report));
  const parts = Array.from(suites, ([name, cases]) => {
    const failures = cases.filter(({isFailed}) => isFailed).length;
    const left = cases.filter(({isSkipped}) => isSkipped).length;
    const numbers = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${left}" time="0"`;
    return [`  <testsuite name="${name}" ${numbers}>`, ...cases.map(caseText), '  </testsuite>'].join('\n');
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
