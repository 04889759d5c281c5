import type {Level} from '../../findings/finding.js';
import {exitCodes} from '../exit-codes.js';
import type {GateOptions} from './options.js';

export interface Counts extends Readonly<Record<Level, number>> {
  /** The number of findings that were dropped, of whatever level. */
  readonly dropped?: number;
}

/** What a gate says of the findings. */
export interface GateResult {
  readonly fail_on: GateOptions['failOn'] | null;
  readonly max_warnings: number | null;
  readonly failed: boolean;
  /** Findings of these levels are too many. */
  readonly failing: readonly Level[];
}

/** Whether there are more findings than may be. */
export function judge({error, warn}: Counts, {failOn, maxWarnings}: GateOptions): GateResult {
  const isOn = failOn === 'error' || failOn === 'warn';
  const warnings = maxWarnings ?? (failOn === 'warn' ? 0 : Number.POSITIVE_INFINITY);
  const failing: readonly Level[] = [
    ...(isOn && error > 0 ? ['error' as const] : []),
    ...(isOn && warn > warnings ? ['warn' as const] : []),
  ];
  return {fail_on: failOn ?? null, max_warnings: maxWarnings ?? null, failed: failing.length > 0, failing};
}

const counted = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;

/** `1 error, 2 warnings, 0 infos` */
export const countsText = ({error, warn, info, dropped = 0}: Counts): string =>
  [
    counted(error, 'error'),
    counted(warn, 'warning'),
    counted(info, 'info'),
    ...(dropped > 0 ? [`and ${counted(dropped, 'finding')} dropped`] : []),
  ].join(', ');

/** What a run ends with, and what made it so. */
export interface Outcome {
  readonly code: number;
  readonly because: string;
}

/** Something that was looked at once the command had ended; undefined where there is nothing against it. */
export type Check = Outcome | undefined;

/** What the gate has against the run. */
export function gateCheck({error, warn}: Counts, {failing, fail_on, max_warnings}: GateResult): Check {
  if (failing.length === 0) {
    return undefined;
  }
  const found = [
    ...(failing.includes('error') ? [counted(error, 'error')] : []),
    ...(failing.includes('warn') ? [counted(warn, 'warning')] : []),
  ];
  const asked = [`--fail-on ${fail_on}`, ...(max_warnings === null ? [] : [`--max-warnings ${max_warnings}`])];
  return {code: exitCodes.findings, because: `${found.join(' and ')} (${asked.join(', ')})`};
}

/**
 * What counts of all that went wrong: a code of the command's own, and then the first check.
 * @param checks from what counts most on: nothing intercepted, lost answers, the gate
 */
export function outcomeOf(command: number, checks: readonly Check[]): Outcome {
  const [first, ...others] = checks.filter(check => check !== undefined);
  if (command !== 0) {
    const besides = first === undefined ? '' : `; besides, ${first.because}`;
    return {code: command, because: `the command's own code${besides}`};
  }
  if (first === undefined) {
    return {code: exitCodes.ok, because: 'the command went well, and nothing stands against it'};
  }
  const besides = others.map(({because}) => `; besides, ${because}`).join('');
  return {code: first.code, because: `${first.because}${besides}`};
}
