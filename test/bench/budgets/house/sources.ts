import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {root} from '../../../support/pages.js';

/** The text of each source file, by its path from the root of the project. */
export type Sources = ReadonlyMap<string, string>;

/** Files that the build or `npm run docs` writes; their lines are not maintained by hand. */
export const generated: readonly string[] = ['src/sandbox/start-options.ts', 'src/faults/rules/fault-rule.ts'];

export function readSources(): Sources {
  const files = ['src', 'fixtures'].flatMap(folder =>
    readdirSync(path.join(root, folder), {recursive: true, encoding: 'utf8'})
      .filter(file => /\.(?:tsx?|css)$/.test(file))
      .map(file => path.posix.join(folder, file.replaceAll(path.sep, '/'))),
  );
  return new Map(files.sort().map(file => [file, readFileSync(path.join(root, file), 'utf8')]));
}

const isCode = (file: string) => /\.tsx?$/.test(file);

/** The TypeScript files that people write. */
export function codeIn(sources: Sources): Sources {
  return new Map([...sources].filter(([file]) => isCode(file) && !generated.includes(file)));
}

export function stylesIn(sources: Sources): Sources {
  return new Map([...sources].filter(([file]) => file.endsWith('.css')));
}

export function generatedIn(sources: Sources): Sources {
  return new Map([...sources].filter(([file]) => generated.includes(file)));
}
