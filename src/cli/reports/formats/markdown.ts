import {printable} from '../../../exchanges/printable.js';
import type {Finding} from '../../../findings/finding.js';
import {countsOfCases, type LostAnswersSummary, placesOfCase, wrongCases} from '../../exec/lost-answers-summary.js';
import {axisTexts, countsText, levelNames, listsOf, placesOf} from '../outcome.js';
import type {RunReport} from '../run-report.js';

/** Characters, each up to three bytes. A step's summary is limited to 1 MiB. */
const most = 300_000;

/**
 * Escapes all characters with a meaning in Markdown or HTML as character references, but no colon before a line number,
 * and no `<` before a space, as between the frames of a call chain: it begins no markup.
 */
const escaped = (text: string): string =>
  printable(text)
    .replaceAll(/:(?!\d)|<(?! )|[^\p{L}\p{N} ,.:;"'%?=/()<-]/gu, character => `&#${character.codePointAt(0)};`)
    .replaceAll(/www\./gi, match => `${match.slice(0, 3)}&#46;`);

/** Delimits inline code with more backticks than any run of them that it contains. */
function code(text: string): string {
  const line = printable(text);
  const longest = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}sh\n${line}\n${fence}`;
}

function section(finding: Finding): string {
  const {rule, level, operation, count, message, fix, caller} = finding;
  const times = count > 1 ? `, ${count} times` : '';
  return [
    `### ${levelNames[level]}: ${escaped(rule)}`,
    `${escaped(operation)}: ${escaped(message)}`,
    `In ${placesOf(finding).map(escaped).join(', ')}${times}.`,
    ...caller.slice(1).map(chain => `Also in ${escaped(chain)}.`),
    ...listsOf(finding).map(escaped),
    `Fix: ${escaped(fix.text)}`,
    ...(fix.curl === null ? [] : [code(fix.curl)]),
  ].join('\n\n');
}

/** Lists findings up to the size limit, and counts the rest. */
function sections(findings: readonly Finding[]): string[] {
  const shown: string[] = [];
  let length = 0;
  for (const [index, finding] of findings.entries()) {
    const text = section(finding);
    length += text.length;
    if (length > most) {
      return [...shown, `${findings.length - index} more are not shown here.`];
    }
    shown.push(text);
  }
  return shown;
}

function lostAnswersSection(summary: LostAnswersSummary): string[] {
  const rows = wrongCases(summary).map(one => {
    const cells = [one.fault, one.verdict, placesOfCase(one).join(', '), one.wrong.slice(0, 3).join('; ')];
    return `| ${cells.map(escaped).join(' | ')} |`;
  });
  const table = ['| fault | verdict | request | not as it should be |', '|---|---|---|---|', ...rows].join('\n');
  return ['### Lost answers', `${countsOfCases(summary)}.`, ...(rows.length === 0 ? [] : [table])];
}

/** Safe for comments and summaries: client input can create no markup, links or mentions. */
export function markdownReport(report: RunReport): string {
  const {findings, counts, exit, exercised, not_exercised, coverage, lost_answers: lostAnswers} = report;
  const rows = coverage.map(({axis, exercised, not_exercised, of}) => {
    const [name, what] = axisTexts[axis];
    return `| ${name} | ${exercised} | ${not_exercised} | ${of} | ${what} |`;
  });
  return `${[
    '## crm-sandbox',
    `${countsText(counts)}. Exit code ${exit.code}: ${escaped(exit.because)}.`,
    ...sections(findings),
    ...(lostAnswers === null ? [] : lostAnswersSection(lostAnswers)),
    '### Coverage of the contract',
    ['| | exercised | not exercised | of | |', '|---|---|---|---|---|', ...rows].join('\n'),
    `${not_exercised.length} of ${exercised.length + not_exercised.length} rules were not exercised, because what they need did not happen: that is no pass.`,
  ].join('\n\n')}\n`;
}
