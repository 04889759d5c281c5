import type {FullExchange} from '../../exchanges/exchange.js';
import {memoizeWeakly} from '../../store/memoize-weakly.js';
import {parametersOf} from '../requests/rewrite.js';

/** A part of a `q[]` as written; `name` is undefined if it has no `=`. */
export interface WrittenPart {
  readonly parameter: string;
  /** Unmodified, including blanks. */
  readonly text: string;
  readonly name?: string;
  readonly value?: string;
  /** Its index among the parts of the value, and that value. */
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

/** Further parts are ignored. */
const mostParts = 200;

/** The parts of all `q[]` and `q` of a search, in order. */
export const writtenParts = memoizeWeakly((exchange: FullExchange): readonly WrittenPart[] =>
  parametersOf(exchange)
    .filter(([name]) => name === 'q[]' || name === 'q')
    .flatMap(([name, value]) => value.split(';').map((text, index) => partOf(name, value, text, index)))
    .slice(0, mostParts),
);

export const termValue = (exchange: FullExchange, name: string): string | undefined =>
  writtenParts(exchange).find(part => part.name === name)?.value;
