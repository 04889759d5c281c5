import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {root} from './pages.js';

const declaration = /^\s*test(?:\.serial)?\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/gm;

/** The titles in a source, as they stand there: `${name}` where it is made of something. */
export const titlesIn = (source: string): string[] =>
  Array.from(source.matchAll(declaration), ([, single, double, template]) =>
    (single ?? double ?? template!).replaceAll(/\\(.)/g, '$1'),
  );

const folder = path.join(root, 'test');

/** The titles of all tests. */
export const testTitles: readonly string[] = readdirSync(folder, {recursive: true, encoding: 'utf8'})
  .filter(file => file.endsWith('.test.ts'))
  .flatMap(file => titlesIn(readFileSync(path.join(folder, file), 'utf8')));
