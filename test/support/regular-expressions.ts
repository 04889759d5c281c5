import {type Token, tokenizer} from 'acorn';
import {isSafe} from 'redos-detector';

/** The regular expressions that a JavaScript source writes out. */
export const literalsIn = (source: string): RegExp[] =>
  tokensOf(source).flatMap(({type, value}) =>
    type.label === 'regexp' ? new RegExp(value.pattern as string, value.flags as string) : [],
  );

/** Whether it makes regular expressions of texts, which can't be seen in it. */
export const makesSome = (source: string): boolean =>
  tokensOf(source).some(({type, value}) => type.label === 'name' && value === 'RegExp');

// biome-ignore lint/suspicious/noExplicitAny: of a token that is a regular expression, its pattern and its flags
const tokensOf = (source: string): Array<Token & {readonly value?: any}> => [
  ...tokenizer(source, {ecmaVersion: 'latest', sourceType: 'module'}),
];

/** How many ways there may be to match one text: where they grow with the text, no number is enough. */
const mostWays = 10;

/** How long the checker looks; what it can't see the end of by then is taken for slow. */
const mostSteps = 2000;

/** Whether it takes no longer for each character of a long text than of a short one, whatever the text. */
export const isLinear = (expression: RegExp): boolean =>
  isSafe(expression, {maxScore: mostWays, maxSteps: mostSteps}).safe;
