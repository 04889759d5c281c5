import {checkNames, isBad, isUnknown, type WrongRecord} from '../../../sandbox/check/types.js';
import {shortened} from '../../output/format.js';
import {counted} from '../outcome.js';
import {changedFields} from './harm.js';
import {type CaseSummary, type CheckSummary, countsOfCases, type SiteSummary} from './summary.js';

/** Maximum numbers of cases, and of records and steps per case; the report counts the others. */
const [maxCases, maxRecords, maxSteps] = [100, 5, 20];

/** The relevant cases; with `--case`, the selected one. */
export const shownCases = ({cases}: CheckSummary) =>
  cases
    .filter(({is_bad, verdict}) => cases.length === 1 || is_bad || isBad(verdict) || verdict === 'depends')
    .slice(0, maxCases);

/** `lost, on a reused connection` */
export const checkText = ({check, variant}: Pick<CaseSummary, 'check' | 'variant'>): string =>
  variant === '' ? check : `${check}, ${variant}`;

function limited<T>(all: readonly T[], limit: number, lineOf: (one: T) => string): string[] {
  const lines = all.slice(0, limit).map(lineOf);
  return all.length > limit ? [...lines, `and ${all.length - limit} more`] : lines;
}

/** True for fields that do not help to identify a record: unset fields and timestamps. */
const isUsual = (name: string, value: unknown): boolean =>
  !value || (Array.isArray(value) && value.length === 0) || name === 'created_at' || name === 'updated_at';

function recordText({kind, difference, expected, found}: WrongRecord): string {
  if (expected !== undefined && found !== undefined && difference !== 'duplicated') {
    const fields = changedFields(expected, found).map(
      ({name, ...is}) => `${name} ${is.found} instead of ${is.expected}`,
    );
    return `${kind} ${found.id}, ${difference}: ${fields.join(', ')}`;
  }
  const row = Object.entries(found ?? expected ?? {}).filter(([name, value]) => !isUsual(name, value));
  const text = JSON.stringify(Object.fromEntries(row));
  return `${kind}, ${difference}: ${shortened(text, 160)}`;
}

export const recordLines = ({records}: CaseSummary): string[] => limited(records, maxRecords, recordText);

type StepSummary = CaseSummary['steps'][number];

export const stepLines = ({steps}: CaseSummary, lineOf: (step: StepSummary) => string) =>
  limited(steps, maxSteps, lineOf);

/** The status of the service's response, if there was one. */
export const statusText = ({status}: StepSummary): string => (status === 0 ? 'no status' : `${status}`);

const stepText = (step: StepSummary) => {
  const {method, url, is_stored, received, caller} = step;
  const sent = `${method} ${url}: ${statusText(step)}${is_stored ? ', stored' : ''}`;
  return `${sent}; your code received ${received}${caller === null ? '' : ` at ${caller}`}`;
};

/** The reason why a bad case does not count, the origin of a repeated request, and the fix. */
export const adviceLines = ({verdict, known, reason, repeat, fix}: CaseSummary): string[] => [
  ...(known === null ? [] : [`Known: ${known}`]),
  ...(known === null && reason !== null && isBad(verdict) ? [`It does not count: ${reason}`] : []),
  ...(repeat === null ? [] : [repeat]),
  ...(fix === null ? [] : [`Fix: ${fix}`]),
];

/** The details of a case except its harm and its commands. */
export const factLines = (one: CaseSummary): string[] => [
  ...(one.request === null ? [] : [`${one.request}${one.caller === null ? '' : ` from ${one.caller}`}`]),
  ...stepLines(one, stepText),
  ...recordLines(one),
  ...adviceLines(one),
];

const repeatLine = ({command}: CaseSummary): string => `To repeat: ${command}`;

export const caseLines = (one: CaseSummary): string[] => [
  ...factLines(one),
  repeatLine(one),
  ...(one.trace === null ? [] : [`Trace: ${one.trace.command}`]),
];

/** `src/sync.php:5 createGift (amount, external_id), in the second run` */
export function siteName({caller, operation, keys, start}: SiteSummary): string {
  const name = `${caller === null ? '' : `${caller} `}${operation}${keys === '' ? '' : ` (${keys})`}`;
  return start === 'rerun' ? `${name}, in the second run` : name;
}

export const callsText = ({calls, pruned}: SiteSummary): string =>
  `${calls === 0 ? 'all calls' : counted(calls, 'call')}${pruned === 0 ? '' : `, ${counted(pruned, 'trial')} pruned`}`;

export const siteLines = ({sites}: CheckSummary): string[] =>
  sites.flatMap(site => [
    `${siteName(site)}: ${callsText(site)}`,
    ...checkNames.map(name => `  ${name.padEnd(7)} ${site.cells[name].text}`),
  ]);

/** The counts, and all limitations of the result. */
export function noteLines(summary: CheckSummary): string[] {
  const {cases, interrupted, pruned, skipped, volatile, rerunnable, unused_cases: unused} = summary;
  const unknown = cases.filter(({verdict}) => isUnknown(verdict));
  const reasons = unknown.map(({verdict, reason}) => `${verdict}: ${reason ?? 'no reason is known'}`);
  const hidden = cases.filter(({is_bad}) => is_bad).length - maxCases;
  return [
    `${counted(cases.length, 'trial')}: ${countsOfCases(cases) || 'none ended'}.`,
    interrupted && 'The check was interrupted: these are the results so far.',
    ...Array.from(new Set(reasons), text => `${reasons.filter(other => other === text).length} ${text}`),
    hidden > 0 && `Bad cases that are not shown here: ${hidden}.`,
    pruned > 0 && `${counted(pruned, 'trial')} pruned to save time; --all runs them.`,
    skipped.length > 0 && `Left out by the budget or an interruption: ${skipped.join(', ')}`,
    !rerunnable && 'A second run changes something: what twice and kill find counts only with --rerun.',
    volatile.length > 0 && `Ignored, because runs without faults differ in them: ${volatile.join(', ')}`,
    ...unused.map(text => `A known case that matches nothing: ${text}`),
  ].filter(text => text !== false);
}

/** The check for people, one text per line. */
export const checkLines = (summary: CheckSummary): string[] => [
  `Check: ${summary.harm}`,
  '',
  ...shownCases(summary).flatMap(one => {
    const isWhole = one.is_bad || summary.cases.length === 1;
    const lines = isWhole ? caseLines(one) : [...adviceLines(one).slice(0, 1), repeatLine(one)];
    return [`${one.verdict} (${checkText(one)}): ${one.harm}`, ...lines.map(line => `  ${line}`), ''];
  }),
  'Places in the code, and checks:',
  ...siteLines(summary).map(line => `  ${line}`),
  '',
  ...noteLines(summary),
];
