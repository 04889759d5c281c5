import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {root} from '../support/pages.js';

/** The page with this text between `<!-- bench:<name> -->` and `<!-- /bench:<name> -->`; the same page if it has none. */
export function withSection(page: string, name: string, text: string): string {
  const place = new RegExp(`(<!-- bench:${name} -->\n)[\\s\\S]*?(<!-- /bench:${name} -->)`, 'g');
  return page.replace(place, (_, start: string, end: string) => `${start}\n${text}\n\n${end}`);
}

/** Writes each text into every page that has a place for it. */
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
