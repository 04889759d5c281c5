import {printable} from '../../exchanges/printable.js';
import {singular, words} from '../../operations/names.js';
import type {SidePair, TraceDiff, TraceDifference} from '../../sandbox/trace/diff-traces.js';
import {shortened} from '../output/format.js';
import {escaped} from './formats/markdown.js';
import {counted} from './outcome.js';

const bounds = {rows: 50, values: 5, clauses: 5};

/** Maximum characters of one value or cell. */
const maxLength = {value: 80, cell: 300};

const cut = (text: string, length: number) => shortened(text, length, '...');

export const diffText = (diff: TraceDiff): string =>
  reportOf(diff, printable, (title, rows) => [
    title,
    ...rows.map(cells => `  ${cells.filter(cell => cell !== '').join('  ')}`),
  ]);

/** Safe for comments: nothing in a trace can create markup, links or mentions. */
export const diffMarkdown = (diff: TraceDiff): string =>
  reportOf(diff, escaped, (title, rows) => [
    `### ${title}`,
    '',
    '| change | what | caller | difference |',
    '|---|---|---|---|',
    ...rows.map(cells => `| ${cells.join(' | ')} |`),
  ]);

function reportOf(
  diff: TraceDiff,
  safe: (text: string) => string,
  sectionOf: (title: string, rows: readonly string[][]) => readonly string[],
): string {
  const {calls, records, findings} = diff;
  const found = (['removed', 'added'] as const).flatMap(change =>
    (findings?.[change] ?? []).map(({rule, operation, message, caller}) => [
      change,
      `${rule}: ${operation}`,
      caller[0] ?? '',
      message,
    ]),
  );
  const sections = [
    ['Requests', calls.map(rowOf)],
    ['Records', records.map(rowOf)],
    ['Findings', found],
  ] as const;
  const shown = sections.flatMap(([title, rows]) => {
    const safeRows = rows.slice(0, bounds.rows).map(cells => cells.map(cell => safe(cut(cell, maxLength.cell))));
    const left = rows.length - safeRows.length;
    const more = left > 0 ? [`And ${left} more; --json lists all.`] : [];
    return rows.length === 0 ? [] : [sectionOf(`${title}: ${rows.length}`, safeRows).join('\n'), ...more];
  });
  return [...noticesOf(diff).map(safe), safe(summaryOf(diff)), ...shown].join('\n\n');
}

function noticesOf({beginning, findings}: TraceDiff): string[] {
  const facts = beginning.slice(0, bounds.values).map(valueText).join(', ');
  const advice = 'Trace both with the same version and options, and with --now.';
  return [
    ...(facts === '' ? [] : [`The runs began differently, and differences may come from that: ${facts}. ${advice}`]),
    ...(findings === null ? ['Findings are not compared: a trace has none. Trace both with this version.'] : []),
  ];
}

function rowOf({change, texts, callers, times: [before, after], values}: TraceDifference): string[] {
  const isChanged = change === 'changed';
  const distinct = (pair: SidePair<string | null>) => [...new Set(pair)].filter(text => text !== null).join(' → ');
  const fields = isChanged ? values : values.filter(({field}) => !field.startsWith('query.')); // the URL contains these
  const differences = [
    ...(before > 1 || after > 1
      ? [`${counted(before, 'time')}${isChanged ? '' : ` → ${counted(after, 'time')}`}`]
      : []),
    ...fields.slice(0, bounds.values).map(isChanged ? valueText : ownText),
    ...(fields.length > bounds.values ? [`and ${counted(fields.length - bounds.values, 'value')} more`] : []),
  ];
  return [change, distinct(texts), distinct(callers), differences.join(', ')];
}

type ChangedValue = TraceDifference['values'][number];

const ownText = ({field, values: [main, branch]}: ChangedValue) => `${field}: ${cut(main ?? branch!, maxLength.value)}`;

const valueText = ({field, values}: ChangedValue): string =>
  `${field}: ${values.map(value => cut(value ?? 'nothing', maxLength.value)).join(' → ')}`;

/** `This change writes 2 fewer gifts and makes 1 fewer searchGifts request per constituent.` */
function summaryOf({counts, constituents, calls, records, findings, differs}: TraceDiff): string {
  const changed = calls.filter(({change}) => change === 'changed').reduce((sum, {times}) => sum + times[0], 0);
  const clauses = [
    ...Object.entries(counts).map(([name, pair]) => countClause(name, pair, constituents)),
    ...(changed === 0 ? [] : [`changes ${counted(changed, 'request')}`]),
    ...(findings?.removed.length ? [`removes ${counted(findings.removed.length, 'finding')}`] : []),
    ...(findings?.added.length ? [`adds ${counted(findings.added.length, 'finding')}`] : []),
  ];
  if (!differs) {
    return `Both runs send the same requests and leave the same records${findings ? ', with the same findings' : ''}.`;
  }
  if (clauses.length === 0) {
    clauses.push(
      calls.length > 0
        ? 'sends as many requests, but not the same'
        : `leaves ${counted(records.length, 'record')} in another state`,
    );
  }
  const more = clauses.length > bounds.clauses ? ['has the other differences below'] : [];
  return `This change ${new Intl.ListFormat('en').format([...clauses.slice(0, bounds.clauses), ...more])}.`;
}

/** `writes 2 fewer gifts`; per constituent if both runs have equally many, and both numbers are multiples of that. */
function countClause(name: string, [main, branch]: SidePair<number>, [some, others]: SidePair<number>): string {
  const [verb, ...rest] = words(name).split(' ');
  const difference = Math.abs(branch - main);
  const isPer = some > 2 && some === others && main % some === 0 && branch % some === 0;
  const number = isPer ? difference / some : difference;
  const plural = rest.join(' ');
  const amount = `${number} ${branch < main ? 'fewer' : 'more'} ${number === 1 ? singular(plural) : plural}`;
  return `${verb} ${amount}${isPer ? ' per constituent' : ''}`;
}
