import type {OverrideStatus} from '../../admin/overrides.js';
import type {AxisCoverage, CoverageAxis} from '../../findings/coverage/report.js';
import type {Finding, Level} from '../../findings/finding.js';
import {UsageError} from '../../sandbox/options/values.js';
import {exitCodes} from '../command-error.js';

/** The level at which the gate fails; `never` only reports. */
export const failOnWords = ['error', 'warn', 'never'] as const;

type FailOn = (typeof failOnWords)[number];

export interface FindingsGate {
  readonly failOn?: FailOn | undefined;
  readonly maxWarnings?: number | undefined;
}

/** @throws UsageError if the options contradict each other */
export function gateOf(failOn: FailOn | undefined, maxWarnings: number | undefined): FindingsGate {
  if (failOn === 'never' && maxWarnings !== undefined) {
    throw new UsageError('--fail-on never fails nothing, and --max-warnings does: give one of them');
  }
  return {failOn: failOn ?? (maxWarnings === undefined ? undefined : 'error'), maxWarnings};
}

export interface LevelCounts extends Readonly<Record<Level, number>> {
  readonly dropped?: number;
}

type GateResult = ReturnType<typeof judge>;

export function judge({error, warn}: LevelCounts, {failOn, maxWarnings}: FindingsGate) {
  const isOn = failOn === 'error' || failOn === 'warn';
  const warnings = maxWarnings ?? (failOn === 'warn' ? 0 : Number.POSITIVE_INFINITY);
  const isFailing = {error: isOn && error > 0, warn: isOn && warn > warnings};
  const failing: readonly Level[] = (['error', 'warn'] as const).filter(level => isFailing[level]);
  return {fail_on: failOn ?? null, max_warnings: maxWarnings ?? null, failed: failing.length > 0, failing};
}

export const counted = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;

export const levelNames: Readonly<Record<Level, string>> = {error: 'error', warn: 'warning', info: 'info'};

/** The worst first. */
export const levels = Object.keys(levelNames) as Level[];

/** ` (2 times)`, or empty for one. */
export const timesText = (count: number): string => (count > 1 ? ` (${count} times)` : '');

/** `1 error, 2 warnings, 0 infos` */
export const countsText = ({dropped = 0, ...counts}: LevelCounts): string =>
  [
    ...levels.map(level => counted(counts[level], levelNames[level])),
    ...(dropped > 0 ? [`and ${counted(dropped, 'finding')} dropped`] : []),
  ].join(', ');

export function countLevels(findings: readonly Pick<Finding, 'level'>[]): LevelCounts {
  const count = (wanted: Level) => findings.filter(({level}) => level === wanted).length;
  return {error: count('error'), warn: count('warn'), info: count('info')};
}

/** The first call chain and the request of a finding; a finding about the run itself has none. */
export const placesOf = ({caller, first}: Finding): string[] =>
  [...caller.slice(0, 1), `${first.method} ${first.url}`].filter(text => text.trim() !== '');

/** The values and places of a finding with several. */
export const listsOf = ({values, places}: Pick<Finding, 'values' | 'places'>): string[] => [
  ...(values.length > 1 ? [`values: ${values.join(', ')}`] : []),
  ...(places.length > 1 ? [`places: ${places.join(', ')}`] : []),
];

type ExitReason = {readonly code: number; readonly because: string};

/** The failure of a check after the command; undefined if it passed. */
export type Check = ExitReason | undefined;

export function gateCheck(counts: LevelCounts, {failing, fail_on, max_warnings}: GateResult): Check {
  if (failing.length === 0) {
    return undefined;
  }
  const found = failing.map(level => counted(counts[level], levelNames[level]));
  const flags = [`--fail-on ${fail_on}`, ...(max_warnings === null ? [] : [`--max-warnings ${max_warnings}`])];
  return {code: exitCodes.findings, because: `${found.join(' and ')} (${flags.join(', ')})`};
}

/**
 * Selects the exit code: the command's own failure first, then the first failed check.
 * @param checks in order of importance: nothing intercepted, bad cases, the gate
 * @param counts findings to mention in the reason if the gate allows them
 */
export function outcomeOf(command: number, checks: readonly Check[], counts?: LevelCounts): ExitReason {
  const [first, ...others] = checks.filter(check => check !== undefined);
  if (command !== 0) {
    const also = first === undefined ? '' : `; also, ${first.because}`;
    return {code: command, because: `the command's own code${also}`};
  }
  if (first === undefined) {
    const allowed = (['error', 'warn'] as const).filter(level => (counts?.[level] ?? 0) > 0);
    const names = allowed.map(level => counted(counts![level], levelNames[level])).join(' and ');
    const rest = names === '' ? ', and no check failed' : `; the gate allows ${names}`;
    return {code: exitCodes.ok, because: `the command succeeded${rest}`};
  }
  return {code: first.code, because: [first, ...others].map(({because}) => because).join('; also, ')};
}

/** `3 overrides in force, 5 hits.`; empty without overrides. */
export function overrideLines(overrides: readonly OverrideStatus[]): string[] {
  const hits = overrides.reduce((sum, {hits}) => sum + hits, 0);
  return overrides.length === 0 ? [] : [`${counted(overrides.length, 'override')} in force, ${counted(hits, 'hit')}.`];
}

export const axisTexts: Readonly<Record<CoverageAxis, readonly [name: string, what: string]>> = {
  operations: ['operations', 'called by the client'],
  statuses: ['statuses', 'that these operations can return'],
  body_fields: ['body fields', 'that they accept, in accepted requests'],
  query_terms: ['query terms', 'that they accept: parameters and search terms'],
  pages: ['pages', 'after the first, of the lists and searches called'],
  retries: ['retries', 'of the same request after a 429 or a 5xx'],
};

/** Formats one line per axis, with aligned numbers. */
export const coverageLines = (axes: readonly AxisCoverage[]): string[] =>
  axes.map(({axis, exercised, of}) => {
    const [name, what] = axisTexts[axis];
    return `${name.padEnd(12)} ${String(exercised).padStart(4)} of ${String(of).padStart(4)}  ${what}`;
  });
