import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {root} from '../support/pages.js';

/** Replaces the text between `<!-- bench:<name> -->` and `<!-- /bench:<name> -->`, if the page has these marks. */
export function withSection(page: string, name: string, text: string): string {
  const marks = new RegExp(`(<!-- bench:${name} -->\n)[\\s\\S]*?(<!-- /bench:${name} -->)`, 'g');
  return page.replace(marks, (_, start: string, end: string) => `${start}\n${text}\n\n${end}`);
}

/** Writes each text into every page with its marks. */
export function writeSections(texts: ReadonlyMap<string, string>): void {
  const docs = readdirSync(path.join(root, 'docs'), {encoding: 'utf8', recursive: true});
  const pages = docs.filter(file => file.endsWith('.md')).map(name => path.join('docs', name));
  for (const file of ['README.md', ...pages]) {
    const page = readFileSync(path.join(root, file), 'utf8');
    const written = Array.from(texts).reduce((page, [name, text]) => withSection(page, name, text), page);
    if (written !== page) {
      writeFileSync(path.join(root, file), written);
    }
  }
}
