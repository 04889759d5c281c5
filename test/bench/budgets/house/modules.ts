import path from 'node:path';
import {commentsOf} from './comments.js';
import {codeIn, generatedIn, type Sources, stylesIn} from './sources.js';

/** Small modules that share one figure. All other modules are the folders of `src`, and `fixtures`. */
const shared: Readonly<Record<string, string>> = {
  'src/intercept': 'src/intercept+preload',
  'src/preload': 'src/intercept+preload',
  'src/schema': 'src/schema, and the files of src',
  src: 'src/schema, and the files of src',
};

export interface ModuleSize {
  readonly name: string;
  readonly files: number;
  readonly lines: number;
  /** Included in `lines`. */
  readonly commentLines: number;
}

function moduleOf(file: string): string {
  const [top = '', folder = ''] = path.posix.dirname(file).split('/');
  const name = top === 'src' && folder !== '' ? `src/${folder}` : top;
  return shared[name] ?? name;
}

export const lineCount = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function sizeOf(name: string, texts: readonly string[]): ModuleSize {
  return {
    name,
    files: texts.length,
    lines: sum(texts.map(lineCount)),
    commentLines: sum(texts.flatMap(commentsOf).map(({lines}) => lines)),
  };
}

/** The largest module first. */
export function modulesIn(sources: Sources): ModuleSize[] {
  const texts = new Map<string, string[]>();
  for (const [file, text] of codeIn(sources)) {
    const name = moduleOf(file);
    texts.set(name, [...(texts.get(name) ?? []), text]);
  }
  return Array.from(texts, ([name, group]) => sizeOf(name, group)).sort((one, other) => other.lines - one.lines);
}

/** The sizes that are not part of a module. */
export function sizesApart(sources: Sources): readonly ModuleSize[] {
  const styles = [...stylesIn(sources)];
  const texts = (isConsole: boolean) =>
    styles.filter(([file]) => file.startsWith('src/pages/console/') === isConsole).map(([, text]) => text);
  return [
    sizeOf('all', [...codeIn(sources).values()]),
    sizeOf('CSS of the console', texts(true)),
    sizeOf('CSS of other pages', texts(false)),
    sizeOf('generated', [...generatedIn(sources).values()]),
  ];
}

export function folderCount(sources: Sources): number {
  return new Set(Array.from(codeIn(sources).keys(), file => path.posix.dirname(file))).size;
}
