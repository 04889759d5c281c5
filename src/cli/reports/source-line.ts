import path from 'node:path';
import type {Finding} from '../../findings/finding.js';

/** A source line in a report: relative to the working folder, with forward slashes. */
export interface SourceLine {
  readonly file: string;
  readonly line: number;
}

/** The run's own files, for findings without a line of client code. */
export interface RunFiles {
  readonly folder: string;
  readonly config?: string | undefined;
  readonly suppressions?: string | undefined;
}

/** Parses `src/sync.ts:42`; undefined for any other text, because clients can send anything. */
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

export const linesOf = ({caller}: Pick<Finding, 'caller'>): SourceLine[] =>
  caller.map(sourceLineOf).filter(line => line !== undefined);

/** Makes a path relative to the working folder; undefined if it is outside. */
export function insideOf(folder: string, file: string | undefined): SourceLine | undefined {
  return file === undefined ? undefined : sourceLineOf(`${path.relative(folder, path.resolve(folder, file))}:1`);
}
