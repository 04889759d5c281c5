import path from 'node:path';
import {makeFolder} from '../../persistence/make-folder.js';
import {inGroup} from '../../sandbox/options/option.js';
import {choice, integerBetween, partsOf, type Read, textual, UsageError} from '../../sandbox/options/values.js';
import {fileError} from '../file-error.js';
import {failOnWords} from './outcome.js';
import type {RunReport} from './run-report.js';
import type {RunFiles} from './source-line.js';

type Render = (report: RunReport, files: RunFiles) => Promise<string>;

const jsonText = (document: object) => `${JSON.stringify(document, null, 2)}\n`;

/** File formats. Each module is loaded on demand. */
export const fileFormats = {
  json: async report => jsonText(report),
  md: async report => (await import('./formats/markdown.js')).markdownReport(report),
  junit: async report => (await import('./formats/junit.js')).junitReport(report),
  sarif: async (report, files) => jsonText((await import('./formats/sarif.js')).sarifReport(report, files)),
  html: async report => (await import('./formats/html.js')).htmlReport(report),
} as const satisfies Readonly<Record<string, Render>>;

type FileFormat = keyof typeof fileFormats;

const toFile = Object.keys(fileFormats) as FileFormat[];
const toStderr = ['text', 'github'] as const;

type ReportTarget = {readonly kind: (typeof toStderr)[number]} | {readonly kind: FileFormat; readonly file: string};

const forms = [...toStderr, ...toFile.map(kind => `${kind}=FILE`)].join(', ');

const split = (written: unknown) => /^([^=]*)(?:=(.*))?$/s.exec(typeof written === 'string' ? written : '')!.slice(1);

function targetOf(written: unknown, source: string): ReportTarget {
  const [name, file] = split(written);
  const onStderr = toStderr.find(kind => kind === name);
  const inFile = toFile.find(kind => kind === name);
  if (onStderr !== undefined && file === undefined) {
    return {kind: onStderr};
  }
  if (inFile !== undefined && file && !file.includes('\0')) {
    return {kind: inFile, file};
  }
  throw new UsageError(`${source} must be any of ${forms}, got ${JSON.stringify(written)}`);
}

function reportsIn(value: unknown, source: string): readonly ReportTarget[] {
  const targets = partsOf(value).map(one => targetOf(one, source));
  const files = targets.flatMap(target => ('file' in target ? [path.resolve(target.file)] : []));
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice !== undefined) {
    throw new UsageError(`${source} names ${twice} for two reports; give each a file of its own`);
  }
  return targets;
}

const readReports: Read<readonly ReportTarget[]> = Object.assign(reportsIn, {
  ...textual('format', () => [...toStderr, ...toFile.map(kind => `${kind}=`)]),
  isList: true,
});

const foundFrom = (value: unknown, folder: string): string[] =>
  partsOf(value).map(one => {
    const [kind = '', file] = split(one);
    return file === undefined ? kind : `${kind}=${path.resolve(folder, file)}`;
  });

export const reportOptions = {
  ...inGroup('Findings', {
    'fail-on': {
      describe: 'Print findings, and exit with 4 on errors (error), or also on warnings (warn)',
      read: choice(failOnWords),
    },
    'max-warnings': {
      describe: 'Exit with 4 if there are errors, or more warnings than this',
      read: integerBetween(0, 1_000_000),
    },
  }),
  ...inGroup('Reports', {
    report: {describe: `Reports to write after the command: ${forms}`, read: readReports, foundFrom},
  }),
} as const;

/** Creates the files' folders, so that a wrong path fails before the command runs. @throws CommandError */
export function prepareFiles(targets: readonly ReportTarget[]): void {
  for (const target of targets) {
    if ('file' in target) {
      try {
        makeFolder(path.dirname(path.resolve(target.file)));
      } catch (error) {
        throw fileError(error, {'--report': target.file}) ?? error;
      }
    }
  }
}
