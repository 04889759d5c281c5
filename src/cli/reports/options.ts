import path from 'node:path';
import {choice, integerBetween, type Read, UsageError} from '../../sandbox/options/values.js';

/** The level at which the gate fails; `never` reports everything and fails nothing. */
const failOnWords = ['error', 'warn', 'never'] as const;

export type FailOn = (typeof failOnWords)[number];

const toFile = ['json', 'md', 'junit', 'sarif', 'html'] as const;
const toStderr = ['text', 'github'] as const;

export type FileReport = (typeof toFile)[number];

export type ReportTarget =
  | {readonly kind: (typeof toStderr)[number]}
  | {readonly kind: FileReport; readonly file: string};

const forms = [...toStderr, ...toFile.map(kind => `${kind}=FILE`)].join(', ');

function targetOf(written: unknown, source: string): ReportTarget {
  const [, kind, file] = /^([^=]*)(?:=(.*))?$/s.exec(typeof written === 'string' ? written : '')!;
  const own = toStderr.find(name => name === kind);
  if (own !== undefined && file === undefined) {
    return {kind: own};
  }
  const other = toFile.find(name => name === kind);
  if (other !== undefined && file !== undefined && file !== '' && !file.includes('\0')) {
    return {kind: other, file};
  }
  throw new UsageError(`${source} must be any of ${forms}, got ${JSON.stringify(written)}`);
}

const writtenReports = (value: unknown): unknown[] =>
  [value ?? []].flat().flatMap(one => (typeof one === 'string' ? one.split(',') : [one]));

const foundFrom = (value: unknown, folder: string): string[] =>
  writtenReports(value).map(one => {
    const [, kind = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(String(one))!;
    return file === undefined ? kind : `${kind}=${path.resolve(folder, file)}`;
  });

/** Reads any number of reports; commas separate several in one value. */
const readReports: Read<readonly ReportTarget[]> = (value, source) => {
  const targets = writtenReports(value).map(one => targetOf(one, source));
  const files = targets.flatMap(target => ('file' in target ? [path.resolve(target.file)] : []));
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice !== undefined) {
    throw new UsageError(`${source} names ${twice} for two reports; give each a file of its own`);
  }
  return targets;
};

/** Options for the gate and the reports of `exec`. */
export const reportOptions = {
  'fail-on': {
    describe:
      'Show findings after the command, and end with 4 where there are errors (error), or warnings as well (warn); never: only show them',
    read: choice(failOnWords),
  },
  'max-warnings': {
    describe: 'How many warnings may be found, before it ends with 4; with --fail-on error where nothing else is said',
    read: integerBetween(0, 1_000_000),
  },
  report: {
    describe: `What to tell after the command: ${forms}; may be repeated, or separated by commas`,
    read: readReports,
    foundFrom,
  },
} as const;

export interface GateOptions {
  readonly failOn?: FailOn;
  readonly maxWarnings?: number;
}

/** @throws UsageError if the options contradict each other */
export function gateOf(failOn: FailOn | undefined, maxWarnings: number | undefined): GateOptions {
  if (failOn === 'never' && maxWarnings !== undefined) {
    throw new UsageError('--fail-on never fails nothing, and --max-warnings does: give one of them');
  }
  const meant = failOn ?? (maxWarnings === undefined ? undefined : 'error');
  return {...(meant !== undefined && {failOn: meant}), ...(maxWarnings !== undefined && {maxWarnings})};
}
