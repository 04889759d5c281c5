import {printable} from '../../exchanges/printable.js';
import type {AttributedDifference, CallResult, RecordingComparison} from '../../sandbox/compare/compare-recording.js';
import {shapeOf} from '../../sandbox/compare/privacy.js';
import {groupBy} from '../../store/group-by.js';

type ReportedResult = ReturnType<typeof resultOf>;

/** A comparison without any values of the recording or the sandbox. */
export type ComparisonReport = ReturnType<typeof comparisonReport>;

export function comparisonReport({requests, results, loaded, stubs, refused}: RecordingComparison) {
  const count = (wanted: CallResult['result']) => results.filter(({result}) => result === wanted).length;
  return {
    requests,
    not_of_the_api: requests - results.length,
    counts: {
      same: count('same'),
      known: count('known'),
      unknown: count('unknown'),
      not_comparable: count('not comparable'),
    },
    loaded: Object.fromEntries([...loaded].filter(([, total]) => total > 0)),
    stubs,
    not_loaded: refused,
    results: results.map(resultOf),
  };
}

function resultOf({number, operation, status, result, assume, obstacle, differences, undetermined}: CallResult) {
  return {
    number,
    operation,
    status,
    result,
    ...(assume !== undefined && {assume}),
    ...(obstacle !== undefined && {reason: obstacle}),
    differences: grouped(differences).map(([one, times]) => ({...differenceOf(one), times})),
    not_compared: undetermined.map(({field, reason}) => ({field, reason})),
  };
}

/** Groups equal differences, which are common in lists. @returns the first of each group, and their number */
function grouped(differences: readonly AttributedDifference[]): Array<readonly [AttributedDifference, number]> {
  const groups = groupBy(differences, one => JSON.stringify(differenceOf(one)));
  return Array.from(groups.values(), group => [group[0]!, group.length]);
}

const differenceOf = ({field, class: kind, isPersonal, recorded, sandbox, assume}: AttributedDifference) => ({
  field,
  class: kind,
  personal: isPersonal,
  service: kind === 'status' ? `${recorded}` : shapeOf(recorded),
  sandbox: kind === 'status' ? `${sandbox}` : shapeOf(sandbox),
  ...(assume !== undefined && {assume}),
});

function summaryOf({requests, not_of_the_api, counts, loaded, stubs, not_loaded}: ComparisonReport): string[] {
  const {same, known, unknown, not_comparable} = counts;
  const kinds = Object.entries(loaded).map(([kind, total]) => `${total} ${kind.replaceAll('_', ' ')}`);
  const lost = not_loaded === 0 ? '' : `; ${not_loaded} could not be loaded`;
  return [
    `Requests: ${requests}. Same: ${same}, known assumption: ${known}, unknown: ${unknown}, ` +
      `not comparable: ${not_comparable}, not of the API: ${not_of_the_api}`,
    `Loaded before the first one: ${kinds.join(', ') || 'nothing'}; ${stubs} with made-up fields${lost}`,
  ];
}

const headingOf = ({number, operation, status}: ReportedResult): string => `number ${number}, ${operation} (${status})`;

function remarkOf({result, assume, reason}: ReportedResult): string {
  const text = assume === undefined ? reason : `the same with --assume ${assume}`;
  return `${result === 'known' ? 'known assumption' : result}${text === undefined ? '' : `: ${text}`}`;
}

type ReportedDifference = ReportedResult['differences'][number];

const differenceText = ({class: kind, service, sandbox, assume, times}: ReportedDifference): string =>
  `${kind}; service: ${service}, sandbox: ${sandbox}` +
  `${times === 1 ? '' : ` (${times} times)`}${assume === undefined ? '' : `; --assume ${assume}`}`;

/** The parts of responses that were not compared, each with the number of responses. */
function notComparedIn(results: readonly ReportedResult[]): string[] {
  const parts = results.flatMap(({not_compared}) => [
    ...new Set(not_compared.map(({field, reason}) => `${field}: ${reason}`)),
  ]);
  return Array.from(
    groupBy(parts, part => part),
    ([part, {length}]) => `${part} (${length})`,
  );
}

/** @param comparison includes the values of differences, which may only be printed on a terminal */
export function comparisonText(report: ComparisonReport, comparison?: RecordingComparison): string {
  const lines = summaryOf(report);
  for (const [index, one] of report.results.entries()) {
    if (one.result !== 'same') {
      lines.push('', `${headingOf(one)}: ${remarkOf(one)}`);
      const values = grouped(comparison?.results[index]?.differences ?? []);
      for (const [place, difference] of one.differences.entries()) {
        lines.push(`  ${difference.field}: ${differenceText(difference)}`, ...valuesOf(values[place]?.[0]));
      }
    }
  }
  const parts = notComparedIn(report.results);
  return [...lines, ...(parts.length === 0 ? [] : ['', 'Not compared:', ...parts.map(part => `  ${part}`)])].join('\n');
}

const valuesOf = (difference: AttributedDifference | undefined): string[] =>
  difference === undefined
    ? []
    : [`    service: ${shownValue(difference.recorded)}`, `    sandbox: ${shownValue(difference.sandbox)}`];

const shownValue = (value: unknown): string => printable(JSON.stringify(value) ?? 'absent').slice(0, 500);

export function comparisonMarkdown(report: ComparisonReport): string {
  const rows = report.results.flatMap(one => {
    const lines = one.differences.map(difference => `\`${difference.field}\`: ${differenceText(difference)}`);
    return one.result === 'same'
      ? []
      : [`| ${one.number} | ${one.operation} | ${one.status} | ${remarkOf(one)} | ${lines.join('<br>')} |`];
  });
  const table = ['| number | operation | status | result | differences |', '|---|---|---|---|---|', ...rows];
  const parts = notComparedIn(report.results).map(part => `- ${part}`);
  return [
    '# Service and sandbox',
    '',
    ...summaryOf(report).flatMap(line => [line, '']),
    ...(rows.length === 0 ? [] : [...table, '']),
    ...(parts.length === 0 ? [] : ['Not compared:', '', ...parts]),
  ]
    .join('\n')
    .trimEnd();
}
