import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A block of code in a page, and how a test is to run it, if another than by its language. */
export interface Block {
  readonly language: string;
  readonly run: string | undefined;
  readonly text: string;
}

export function blocksOf(page: string): Block[] {
  const text = readFileSync(`${root}${page}`, 'utf8');
  return Array.from(
    text.matchAll(/^```(\w+)(?: test=(\w+))?\n([\s\S]*?)^```$/gm),
    ([, language = '', run, text = '']) => ({language, run, text: text.trim()}),
  );
}
