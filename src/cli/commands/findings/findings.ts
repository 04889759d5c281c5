import {existsSync} from 'node:fs';
import {printable} from '../../../exchanges/printable.js';
import type {Finding, FindingsReport} from '../../../findings/finding.js';
import type {Suppression} from '../../../findings/suppressions.js';
import {nameOfSuppression, unusedSuppression} from '../../../findings/suppressions.js';
import {flag, path, sentence, UsageError} from '../../../sandbox/options/values.js';
import {sandboxCommand} from '../../command.js';
import {readSuppressions, suppressionsFileName} from '../../options/entries-file.js';
import {checkExclusive} from '../../options/option-table.js';
import {allOption} from '../../output/format.js';
import {writeNow} from '../../output/write-file.js';
import {counted, countLevels, countsText, levelNames, listsOf, timesText} from '../../reports/outcome.js';

export const findings = sandboxCommand({
  usage: 'findings',
  describe: 'Show mistakes of the client, with corrected requests',
  options: {
    all: {...allOption, describe: 'Show those of all accounts'},
    'suppress-all': {
      describe: `Ignore all present findings from now on: add them to ${suppressionsFileName}`,
      read: flag(),
    },
    reason: {describe: 'The reason, for --suppress-all', read: sentence},
    prune: {describe: 'Remove entries from that file that hide nothing', read: flag()},
    suppressions: {describe: 'File of suppressions', read: path, fallback: suppressionsFileName},
  },
  examples: [
    ['findings', 'the worst first'],
    ['findings --all --json', 'of all accounts, as JSON'],
    ['findings --all --suppress-all --reason "fixed in the next release"', 'to see only new ones later'],
  ],
  check: ({'suppress-all': suppressAll, reason, prune}) => {
    checkExclusive({'--suppress-all': suppressAll, '--prune': prune});
    if (suppressAll !== (reason !== undefined)) {
      throw new UsageError('--suppress-all and --reason go together: a suppression says why, in a sentence');
    }
  },
  run: async (client, {all, 'suppress-all': suppressAll, reason = '', prune, suppressions: file}) => {
    const report = await client.get<FindingsReport>('/findings', {all});
    if (suppressAll || prune) {
      const change = suppressAll ? suppressAllOf(report.findings, reason, file) : pruneUnused(report.findings, file);
      return [change, textOfChange(change)];
    }
    return [report, textOf(report)];
  },
});

const textOfChange = ({file, added, removed}: ReturnType<typeof write>): string =>
  added + removed === 0
    ? `${file} stays as it is`
    : `${added === 0 ? `${removed} removed from` : `${added} added to`} ${file}, which the next start reads`;

function textOf({findings, not_exercised, dropped, taken_over_at: lostBefore}: FindingsReport): string {
  return [
    ...findings.flatMap(findingLines),
    findings.length === 0 ? 'No findings.' : `${countsText(countLevels(findings))}.`,
    ...(dropped > 0 ? [`${counted(dropped, 'finding')} dropped, to free memory or by a reset of all accounts.`] : []),
    ...(lostBefore ? [`This node took over at ${lostBefore}: earlier findings are lost.`] : []),
    `${counted(not_exercised.length, 'rule')} not exercised: no request matched them.`,
  ].join('\n');
}

/** Formats a finding with its fix, followed by an empty line. */
export const findingLines = ({level, rule, operation, count, message, fix, caller, first, ...lists}: Finding) =>
  [
    `${levelNames[level]} ${rule}: ${operation}${timesText(count)}`,
    `  ${message}`,
    ...listsOf(lists).map(line => `  ${line}`),
    `  ${fix.text}`,
    ...(fix.curl === null ? [] : [`  ${fix.curl}`]),
    `  ${[`first: ${first.method} ${first.url}`, ...caller.slice(0, 1)].join('; ')}`,
    ...caller.slice(1).map(chain => `  also in ${chain}`),
    `  why: crm-sandbox explain ${rule}`,
    '',
  ].map(printable);

/** Adds an entry for each finding; existing entries are kept. @param named the file, if not the default one */
function suppressAllOf(findings: readonly Finding[], reason: string, named: string | undefined) {
  const before = named === undefined || existsSync(named) ? readSuppressions(named) : [];
  const known = new Set(before.map(nameOfSuppression));
  const added = findings
    .filter(({rule}) => rule !== unusedSuppression.id)
    .map(({rule, operation, where}) => ({rule, operation, ...(where !== '' && {pointer: where}), reason}))
    .filter(entry => !known.has(nameOfSuppression(entry)));
  return write(named, [...before, ...added], {added: added.length, removed: 0});
}

/** Removes the entries that the sandbox reports as unused or expired. */
function pruneUnused(findings: readonly Finding[], named: string | undefined) {
  const before = readSuppressions(named);
  const unused = new Set(findings.filter(({rule}) => rule === unusedSuppression.id).map(({where}) => where));
  const left = before.filter(entry => !unused.has(nameOfSuppression(entry)));
  return write(named, left, {added: 0, removed: before.length - left.length});
}

/** Writes the file only if it changes. */
function write(file = suppressionsFileName, all: readonly Suppression[], changes: {added: number; removed: number}) {
  if (changes.added + changes.removed > 0) {
    writeNow(file, `${JSON.stringify(all, undefined, 2)}\n`);
  }
  return {file, ...changes};
}
