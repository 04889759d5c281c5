import type {Sources} from './sources.js';

const declaration = /^(?:export )?(?:declare )?(?:abstract )?(?:type|interface|class|enum) (\w+).*$/gm;
const exportedDeclaration = new RegExp(`^(?=export )${declaration.source.slice(1)}`, 'gm');

/** The text of a declaration: up to the brace that closes it, or to its semicolon. Biome's layout makes this safe. */
function textFrom(source: string, start: number): string {
  const text = source.slice(start);
  const [firstLine = ''] = text.split('\n', 1);
  const end = firstLine.endsWith('{') ? /^\}.*$/m.exec(text) : /;$/m.exec(text);
  const length = end === null ? text.length : end.index + end[0].length;
  return text
    .slice(0, length)
    .replace(/^export /, '')
    .replaceAll(/\s+/g, ' ');
}

export interface AmbiguousName {
  readonly name: string;
  readonly files: readonly string[];
}

/**
 * Names of types that more than one file declares, with different definitions.
 * @param which `declared` also counts types that their file does not export
 */
export function ambiguousNames(sources: Sources, which: 'exported' | 'declared'): AmbiguousName[] {
  const meanings = new Map<string, Map<string, string[]>>();
  for (const [file, source] of sources) {
    for (const {1: name = '', index} of source.matchAll(which === 'exported' ? exportedDeclaration : declaration)) {
      const files = meanings.get(name) ?? new Map<string, string[]>();
      const text = textFrom(source, index);
      meanings.set(name, files.set(text, [...(files.get(text) ?? []), file]));
    }
  }
  return Array.from(meanings, ([name, byText]) => ({name, files: [...byText.values()].flat(), texts: byText.size}))
    .filter(({texts, files}) => texts > 1 && new Set(files).size > 1)
    .map(({name, files}) => ({name, files}));
}
