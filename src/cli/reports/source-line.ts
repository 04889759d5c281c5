import path from 'node:path';
import type {Finding} from '../../findings/finding.js';

/** A line of a file, as reports name it: relative to the working folder, with slashes. */
export interface SourceLine {
  readonly file: string;
  readonly line: number;
}

/** Where a run's own files are, for what has no line of the client's code. */
export interface RunFiles {
  readonly folder: string;
  readonly config?: string;
  readonly suppressions?: string;
}

/** `src/sync.ts:42`; undefined where it is nothing of the kind, whoever said so. */
export function sourceLineOf(caller: string): SourceLine | undefined {
  const [, file = '', line = ''] = /^(.{1,255}):(\d{1,7})$/.exec(caller) ?? [];
  const slashed = file.replaceAll('\\', '/');
  const isInside =
    slashed !== '' &&
    !slashed.startsWith('/') &&
    !slashed.includes(':') &&
    !/\p{Cc}/u.test(slashed) &&
    !slashed.split('/').includes('..');
  return isInside && Number(line) > 0 ? {file: slashed, line: Number(line)} : undefined;
}

/** The lines of the client's code that made a finding. */
export const linesOf = ({caller}: Pick<Finding, 'caller'>): SourceLine[] =>
  caller.map(sourceLineOf).filter(line => line !== undefined);

/** A file that was named on the command line, as seen from the working folder; undefined where it lies outside. */
export function insideOf(folder: string, file: string | undefined): SourceLine | undefined {
  return file === undefined ? undefined : sourceLineOf(`${path.relative(folder, path.resolve(folder, file))}:1`);
}
