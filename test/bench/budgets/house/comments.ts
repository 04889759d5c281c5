export interface Comment {
  readonly text: string;
  /** Zero for a comment that follows code on its line. */
  readonly lines: number;
}

/** Block comments at the start of a line, including JSX comments, which are in braces. */
const block = /^[ \t]*\{?\/\*+([\s\S]*?)\*\//gm;

/** Adjacent comment lines are one comment. */
const lineComments = /^[ \t]*\/\/.*(?:\n[ \t]*\/\/.*)*/gm;

/** The space before the slashes excludes URLs such as `https://`. */
const trailing = /\S[ \t]+\/\/[ \t](.*)$/gm;

const lineCount = (text: string) => text.trimEnd().split('\n').length;

/** Matches lines, not syntax: a line in a template literal that looks like a comment counts as one. */
export function commentsOf(source: string): Comment[] {
  const blocks = Array.from(source.matchAll(block), ([whole, text = '']) => ({text, lines: lineCount(whole)}));
  const rest = source.replaceAll(block, '');
  const whole = Array.from(rest.matchAll(lineComments), ([text]) => ({text, lines: lineCount(text)}));
  const code = rest.replaceAll(lineComments, '');
  return [...blocks, ...whole, ...Array.from(code.matchAll(trailing), ([, text = '']) => ({text, lines: 0}))];
}

/** A comment that begins with one of these words is a clause without an actor. */
export const questionWords = ['What', 'Where', 'How', 'Who', 'Whether', 'Which'] as const;

const beginsWithQuestionWord = new RegExp(`^[\\s*/]*(?:${questionWords.join('|')})\\b`);

export const isQuestion = ({text}: Comment): boolean => beginsWithQuestionWord.test(text);
