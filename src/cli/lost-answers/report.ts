import {printable} from '../../exchanges/printable.js';
import type {Verdict} from '../../sandbox/lost-answers/verdict.js';
import {type LostAnswerCase, type LostAnswersSummary, meanings} from './summary.js';

const verdicts = Object.keys(meanings) as Verdict[];

/** The number of wrong records shown per case. */
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
