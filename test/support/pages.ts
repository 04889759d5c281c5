import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A code block of a page. */
export interface Block {
  readonly language: string;
  /** The `file=` name. */
  readonly file: string | undefined;
  /** The `test=` name. */
  readonly run: string | undefined;
  readonly text: string;
}

export function blocksOf(page: string): Block[] {
  const text = readFileSync(`${root}${page}`, 'utf8');
  return Array.from(
    text.matchAll(/^```(\w+)(?: file=(\S+))?(?: test=(\w+))?\n([\s\S]*?)^```$/gm),
    ([, language = '', file, run, text = '']) => ({language, file, run, text: text.trim()}),
  );
}

/** A command of a terminal session, with its output. */
export interface Command {
  readonly command: string;
  readonly answer: string;
}

/** Reads a `console` block, in which `$ ` starts a command and `> ` continues it. */
export function commandsOf(text: string): Command[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map(part => {
      const [, command = '', answer = ''] = /^(.*(?:\n> .*)*)\n?([\s\S]*)$/.exec(part)!;
      return {command: command.replaceAll('\n> ', '\n'), answer: answer.trim()};
    });
}

/** Shortens the lines of an output that the page ends with `…`. */
export function asFarAsShown(shown: string, answer: string): string {
  const lines = shown.split('\n');
  return answer
    .split('\n')
    .map((line, index) => {
      const part = lines[index] ?? '';
      return part.endsWith('…') ? `${line.slice(0, part.length - 1)}…` : line;
    })
    .join('\n');
}
