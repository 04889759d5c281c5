import {printable} from '../../../exchanges/printable.js';
import type {Finding} from '../../../findings/finding.js';
import {checkNames} from '../../../sandbox/check/types.js';
import {callsText, checkText, factLines, noteLines, shownCases, siteName} from '../check/lines.js';
import type {CaseSummary, CheckSummary} from '../check/summary.js';
import {axisTexts, countsText, levelNames, listsOf, overrideLines, placesOf} from '../outcome.js';
import type {RunReport} from '../run-report.js';

/** Characters, each up to three bytes. A step's summary is limited to 1 MiB. */
const maxLength = 300_000;

/**
 * Escapes special characters of Markdown and HTML as character references, except a colon before a line number and a
 * `<` before a space, as between the frames of a call chain: it begins no markup.
 */
export const escaped = (text: string): string =>
  printable(text)
    .replaceAll(/:(?!\d)|<(?! )|[^\p{L}\p{N} ,.:;"'%?=/()<-]/gu, character => `&#${character.codePointAt(0)};`)
    .replaceAll(/www\./gi, match => `${match.slice(0, 3)}&#46;`);

/** Delimits inline code with more backticks than any run of them that it contains. */
function code(text: string): string {
  const line = printable(text);
  const longestRun = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(Math.max(3, longestRun + 1));
  return `${fence}sh\n${line}\n${fence}`;
}

function findingSection(finding: Finding): string {
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

/** Lists findings or cases up to the size limit, and counts the rest. */
function sections<T>(all: readonly T[], section: (one: T) => string, limit = maxLength): string[] {
  const shown: string[] = [];
  let length = 0;
  for (const [index, one] of all.entries()) {
    const text = section(one);
    length += text.length;
    if (length > limit) {
      return [...shown, `${all.length - index} more are not shown here.`];
    }
    shown.push(text);
  }
  return shown;
}

const listOf = (lines: readonly string[]) => lines.map(line => `- ${escaped(line)}`).join('\n');

const caseSection = (one: CaseSummary) =>
  [
    `#### ${one.verdict}: ${escaped(checkText(one))}`,
    escaped(one.harm),
    listOf(factLines(one)),
    code(one.command),
    ...(one.trace === null ? [] : [code(one.trace.command)]),
  ].join('\n\n');

function checkSections(summary: CheckSummary): string[] {
  const rows = summary.sites.map(site => {
    const cells = [siteName(site), callsText(site), ...checkNames.map(name => site.cells[name].text)];
    return `| ${cells.map(escaped).join(' | ')} |`;
  });
  const head = ['place in the code', 'calls', ...checkNames];
  return [
    `### ${escaped(summary.harm)}`,
    ...sections(shownCases(summary), caseSection, maxLength / 2),
    [`| ${head.join(' | ')} |`, `|${head.map(() => '---|').join('')}`, ...rows].join('\n'),
    listOf(noteLines(summary)),
  ];
}

/** Safe for comments and summaries: client input cannot create markup, links or mentions. */
export function markdownReport(report: RunReport): string {
  const {findings, counts, exit, exercised, not_exercised, coverage, check, overrides} = report;
  const rows = coverage.map(({axis, exercised, not_exercised, of}) => {
    const [name, what] = axisTexts[axis];
    return `| ${name} | ${exercised} | ${not_exercised} | ${of} | ${what} |`;
  });
  return `${[
    '## crm-sandbox',
    `${countsText(counts)}. Exit code ${exit.code}: ${escaped(exit.because)}.`,
    ...overrideLines(overrides),
    ...(check === null ? [] : checkSections(check)),
    ...sections(findings, findingSection, check === null ? maxLength : maxLength / 2),
    '### Coverage of the contract',
    ['| | exercised | not exercised | of | |', '|---|---|---|---|---|', ...rows].join('\n'),
    `${not_exercised.length} of ${exercised.length + not_exercised.length} rules were not exercised, because no request matched them: this is not a pass.`,
  ].join('\n\n')}\n`;
}
