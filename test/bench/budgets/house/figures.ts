import {commentsOf, isQuestion, questionWords} from './comments.js';
import {folderCount, modulesIn, sizesApart} from './modules.js';
import {codeIn, type Sources} from './sources.js';
import {ambiguousNames} from './type-names.js';

/** Measured values by name. A ceiling has the same name as its figure. */
export type Figures = Readonly<Record<string, number>>;

const longestLine = 120;

const count = (texts: Iterable<string>, pattern: RegExp) =>
  [...texts].reduce((total, text) => total + Array.from(text.matchAll(pattern)).length, 0);

const overlong = (text: string) => text.split('\n').filter(line => [...line].length > longestLine).length;

/** Prefix of the figures that count lines. */
export const linesOf = 'lines: ';

/** The figures that need only the text of the sources. */
export function staticFigures(sources: Sources): Figures {
  const code = codeIn(sources);
  const texts = [...code.values()];
  const outsideAccounts = [...code].filter(([file]) => !file.startsWith('src/accounts/')).map(([, text]) => text);
  return {
    ...Object.fromEntries(modulesIn(sources).map(({name, lines}) => [`${linesOf}${name}`, lines])),
    ...Object.fromEntries(
      sizesApart(sources)
        .filter(({name}) => name !== 'generated')
        .map(({name, lines}) => [`${linesOf}${name}`, lines]),
    ),
    files: code.size,
    folders: folderCount(sources),
    [`lines over ${longestLine} columns`]: texts.reduce((total, text) => total + overlong(text), 0),
    'biome-ignore format': count(texts, /biome-ignore format/g),
    [`comments that begin with ${questionWords.join(', ')}`]: texts.flatMap(commentsOf).filter(isQuestion).length,
    'exported type names with two meanings': ambiguousNames(code, 'exported').length,
    'type names with two meanings, exported or not': ambiguousNames(code, 'declared').length,
    'files that use Chunked': texts.filter(text => /\bChunked</.test(text)).length,
    'instanceof Promise outside accounts': count(outsideAccounts, /\binstanceof Promise\b/g),
  };
}
