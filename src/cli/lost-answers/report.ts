import type {WrongRecord} from '../../faults/lost-answers/compare-states.js';
import type {Case, CheckResult} from '../../sandbox/lost-answers/check.js';
import {faultOf} from '../../sandbox/lost-answers/lose-answer.js';
import {isGood, type Verdict} from '../../sandbox/lost-answers/verdict.js';
import {printable} from '../output/printable.js';

/** What each verdict says of the client. */
const meanings: Readonly<Record<Verdict, string>> = {
  healed: 'all is as without the lost answer',
  reported: 'the command failed, and nothing wrong was kept',
  duplicated: 'the write was made twice',
  lost: 'the command succeeded, and a write is missing',
  corrupt: 'what was kept has other values',
  hung: 'the command did not end',
  'not reached': 'the command never sent this request again, so that nothing is known',
};

const verdicts = Object.keys(meanings) as Verdict[];

/** How many wrong records of a case are shown. */
const shown = 3;

/** Longer values are cut. Characters. */
const longest = 160;

/** The check as a person reads it. @param command as it was given, for the lines that repeat a case */
export function reportOf({cases, skipped, refused}: CheckResult, command: string): string {
  const counts = verdicts.flatMap(verdict => {
    const count = cases.filter(one => one.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${verdict}`];
  });
  const lines = [
    `Lost answers: ${cases.length} of ${cases.length + skipped.length} writes tried: ${counts.join(', ')}`,
  ];
  for (const one of cases.filter(({verdict}) => !isGood(verdict))) {
    lines.push('', ...linesOf(one, command));
  }
  if (skipped.length > 0) {
    lines.push('', `The budget left no time for ${skipped.length} more: ${skipped.map(faultOf).join(', ')}`);
  }
  if (refused.size > 0) {
    const statuses = [...refused].sort().map(([status, count]) => `${count} with ${status}`);
    lines.push('', `Refused without any fault, and not tried: ${statuses.join(', ')}`);
  }
  return `${lines.join('\n')}\n`;
}

function* linesOf({call, verdict, differences}: Case, command: string): Generator<string> {
  const {operation, nth, method, url, caller} = call;
  yield `${verdict}: ${operation}, time ${nth}: ${meanings[verdict]}`;
  yield `  ${printable(`${method} ${url}`)}${caller === undefined ? '' : `, sent by ${printable(caller)}`}`;
  const wrong = [
    ...differences.duplicated.map(record => line('more than once', record)),
    ...differences.corrupt.map(record => line('other than it should be', record)),
    ...differences.lost.map(record => line('missing', record)),
  ];
  yield* wrong.slice(0, shown).map(text => `  ${text}`);
  if (wrong.length > shown) {
    yield `  and ${wrong.length - shown} more`;
  }
  yield `  To repeat: crm-sandbox exec --fault '${faultOf(call)}' -- ${command}`;
}

function line(what: string, {kind, expected, found}: WrongRecord): string {
  const says = Object.entries(found ?? expected ?? {}).filter(([name, value]) => !isUsual(name, value));
  const text = JSON.stringify(Object.fromEntries(says));
  return `${kind}, ${what}: ${printable(text.length > longest ? `${text.slice(0, longest)}…` : text)}`;
}

/** What a person needs not read to know which record it is: what nobody set, and when it was written. */
const isUsual = (name: string, value: unknown): boolean =>
  !value || (Array.isArray(value) && value.length === 0) || name === 'created_at' || name === 'updated_at';
