import path from 'node:path';
import type {Finding} from '../../findings/finding.js';
import {framesOf} from '../../preload/caller/frames.js';

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

/** Parses one frame, `src/sync.ts:42`; undefined for any other text, because clients can send anything. */
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

/** The call chains of a finding, each with the innermost line first. */
export const chainsOf = ({caller}: Pick<Finding, 'caller'>): SourceLine[][] =>
  caller
    .map(chain =>
      framesOf(chain)
        .map(sourceLineOf)
        .filter(line => line !== undefined),
    )
    .filter(lines => lines.length > 0);

/** The innermost lines of a finding's call chains, without duplicates. */
export const linesOf = (finding: Pick<Finding, 'caller'>): SourceLine[] => {
  const lines = chainsOf(finding).map(([line]) => line!);
  return [...new Map(lines.map(line => [`${line.file}:${line.line}`, line])).values()];
};

/** A path relative to the working folder; undefined if it is outside. */
export function insideOf(folder: string, file: string | undefined): SourceLine | undefined {
  return file === undefined ? undefined : sourceLineOf(`${path.relative(folder, path.resolve(folder, file))}:1`);
}
