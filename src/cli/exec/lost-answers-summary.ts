import {printable} from '../../exchanges/printable.js';
import type {WrongRecord} from '../../faults/compare-states.js';
import {faultOf, isGood, type Verdict} from '../../sandbox/lost-answers-calls.js';
import type {Case, CheckResult} from '../../sandbox/lost-answers-check.js';

export const meanings: Readonly<Record<Verdict, string>> = {
  healed: 'all is as without the lost answer',
  reported: 'the command failed, and nothing wrong was kept',
  duplicated: 'the write was made twice',
  lost: 'the command succeeded, and a write is missing',
  corrupt: 'what was kept has other values',
  hung: 'the command did not end',
  'not reached': 'the command never sent this request again, so that nothing is known',
};

export type LostAnswersSummary = ReturnType<typeof summaryOf>;

export type LostAnswerCase = ReturnType<typeof caseOf>;

/**
 * The result of the check in machine-readable form. It depends neither on the machine nor on the time.
 * @param allowed the number of cases that may be wrong
 */
export function summaryOf({cases, skipped, refused}: CheckResult, allowed: number) {
  const shown = cases.map(caseOf);
  return {
    failed: shown.filter(({is_wrong}) => is_wrong).length > allowed,
    cases: shown, // in the order of the command's requests
    skipped: skipped.map(faultOf), // the time budget left them out
    refused: Object.fromEntries([...refused].sort()) as Readonly<Record<string, number>>,
  };
}

function caseOf({call, verdict, differences}: Case) {
  const {operation, nth, method, url, caller = null} = call;
  const wrong = [
    ...differences.duplicated.map(record => wordsOf('more than once', record)),
    ...differences.corrupt.map(record => wordsOf('other than it should be', record)),
    ...differences.lost.map(record => wordsOf('missing', record)),
  ];
  return {operation, nth, method, url, caller, verdict, is_wrong: !isGood(verdict), wrong, fault: faultOf(call)};
}

/** Characters. Longer values are truncated. */
const longest = 160;

function wordsOf(what: string, {kind, expected, found}: WrongRecord): string {
  const says = Object.entries(found ?? expected ?? {}).filter(([name, value]) => !isUsual(name, value));
  const text = JSON.stringify(Object.fromEntries(says));
  return `${kind}, ${what}: ${text.length > longest ? `${text.slice(0, longest)}…` : text}`;
}

/** True for fields that do not help to identify a record: unset fields and timestamps. */
const isUsual = (name: string, value: unknown): boolean =>
  !value || (Array.isArray(value) && value.length === 0) || name === 'created_at' || name === 'updated_at';

const mostCases = 100;

export const wrongCases = ({cases}: LostAnswersSummary) => cases.filter(({is_wrong}) => is_wrong).slice(0, mostCases);

export const placesOfCase = ({caller, method, url}: LostAnswerCase) =>
  [caller, `${method} ${url}`].filter(place => place !== null);

const verdicts = Object.keys(meanings) as Verdict[];

const shown = 3;

/** `3 of 4 writes tried: 2 healed, 1 duplicated` */
export function countsOfCases({cases, skipped}: LostAnswersSummary): string {
  const counts = verdicts.flatMap(verdict => {
    const count = cases.filter(one => one.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${verdict}`];
  });
  return `${cases.length} of ${cases.length + skipped.length} writes tried: ${counts.join(', ')}`;
}

/** Formats the check for people. @param command the original command, for lines that repeat a case */
export function reportOf(summary: LostAnswersSummary, command: string): string {
  const {cases, skipped, refused} = summary;
  const lines = [`Lost answers: ${countsOfCases(summary)}`];
  for (const one of cases.filter(({is_wrong}) => is_wrong)) {
    lines.push('', ...linesOf(one, command));
  }
  if (skipped.length > 0) {
    lines.push('', `The budget left no time for ${skipped.length} more: ${skipped.join(', ')}`);
  }
  const statuses = Object.entries(refused).map(([status, count]) => `${count} with ${status}`);
  if (statuses.length > 0) {
    lines.push('', `Refused without any fault, and not tried: ${statuses.join(', ')}`);
  }
  return `${lines.join('\n')}\n`;
}

function* linesOf(one: LostAnswerCase, command: string): Generator<string> {
  const {operation, nth, method, url, caller, verdict, wrong, fault} = one;
  yield `${verdict}: ${operation}, time ${nth}: ${meanings[verdict]}`;
  yield `  ${printable(`${method} ${url}`)}${caller === null ? '' : `, sent by ${printable(caller)}`}`;
  yield* wrong.slice(0, shown).map(text => `  ${printable(text)}`);
  if (wrong.length > shown) {
    yield `  and ${wrong.length - shown} more`;
  }
  yield `  To repeat: crm-sandbox exec --fault '${fault}' -- ${command}`;
}
