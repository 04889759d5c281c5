import {type Token, tokenizer} from 'acorn';
import {isSafe} from 'redos-detector';

/** The regular expression literals in a JavaScript source. */
export const literalsIn = (source: string): RegExp[] =>
  tokensOf(source).flatMap(({type, value}) =>
    type.label === 'regexp' ? new RegExp(value.pattern as string, value.flags as string) : [],
  );

/** True if a source builds regular expressions from text, which cannot be checked. */
export const makesSome = (source: string): boolean =>
  tokensOf(source).some(({type, value}) => type.label === 'name' && value === 'RegExp');

// biome-ignore lint/suspicious/noExplicitAny: the value of a regular expression token is its pattern and flags
const tokensOf = (source: string): Array<Token & {readonly value?: any}> => [
  ...tokenizer(source, {ecmaVersion: 'latest', sourceType: 'module'}),
];

/** The maximum number of ways to match a text. If they grow with the text, they exceed any number. */
const maxWays = 10;

/** The maximum number of steps of the checker. An expression that needs more is considered slow. */
const maxSteps = 2000;

/** True if the matching time is proportional to the length of any text. */
export const isLinear = (expression: RegExp): boolean => isSafe(expression, {maxScore: maxWays, maxSteps}).safe;
