import type {Level} from '../../findings/finding.js';
import {exitCodes} from '../command-error.js';
import type {GateOptions} from './options.js';

export interface Counts extends Readonly<Record<Level, number>> {
  readonly dropped?: number;
}

export interface GateResult {
  readonly fail_on: GateOptions['failOn'] | null;
  readonly max_warnings: number | null;
  readonly failed: boolean;
  readonly failing: readonly Level[];
}

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

export interface Outcome {
  readonly code: number;
  readonly because: string;
}

/** The failure of a check made after the command; undefined if it passed. */
export type Check = Outcome | undefined;

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
 * Selects the exit code: the command's own failure first, and then the first failed check.
 * @param checks in order of importance: nothing intercepted, lost responses, the gate
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
