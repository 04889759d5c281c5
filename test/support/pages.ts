import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A block of code in a page, and how a test is to run it, if another than by its language. */
export interface Block {
  readonly language: string;
  /** The name of the file that it is, if it is to be one. */
  readonly file: string | undefined;
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

/** One command that a terminal shows, and what it answered. */
export interface Command {
  readonly command: string;
  readonly answer: string;
}

/** What a block of the language `console` shows: `$ ` starts a command, `> ` goes on with it. */
export function commandsOf(text: string): Command[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map(part => {
      const [, command = '', answer = ''] = /^(.*(?:\n> .*)*)\n?([\s\S]*)$/.exec(part)!;
      return {command: command.replaceAll('\n> ', '\n'), answer: answer.trim()};
    });
}

/** What a page shows of an answer, and as much of the answer: a line that ends with `…` shows the start of one. */
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
