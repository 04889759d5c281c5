import type {FullExchange} from '../../exchanges/exchange.js';
import {memoizeWeakly} from '../../store/memoize-weakly.js';
import {parametersOf} from '../requests/rewrite.js';

/** One part of a `q[]` as it was written; `name` is undefined where it has no `=`. */
export interface WrittenPart {
  /** Which of the parameters it stands in. */
  readonly parameter: string;
  /** As it came, blanks and all. */
  readonly text: string;
  readonly name?: string;
  readonly value?: string;
  /** Its place among the parts of that value, and the value. */
  readonly index: number;
  readonly whole: string;
}

function partOf(parameter: string, whole: string, text: string, index: number): WrittenPart {
  const split = text.indexOf('=');
  return {
    parameter,
    whole,
    text,
    index,
    ...(split !== -1 && {name: text.slice(0, split).trim(), value: text.slice(split + 1).trim()}),
  };
}

/** More are looked at by nobody. */
const mostParts = 200;

/** The parts of all `q[]` and `q` of a search, in order. */
export const writtenParts = memoizeWeakly((exchange: FullExchange): readonly WrittenPart[] =>
  parametersOf(exchange)
    .filter(([name]) => name === 'q[]' || name === 'q')
    .flatMap(([name, value]) => value.split(';').map((text, index) => partOf(name, value, text, index)))
    .slice(0, mostParts),
);

/** The value that a search was given for a term, the first where there are several. */
export const termValue = (exchange: FullExchange, name: string): string | undefined =>
  writtenParts(exchange).find(part => part.name === name)?.value;
