/** Characters to quote. Defined here because the command line imports this file without loading schemas. */
const longest = 60;

export const quoted = (text: string): string =>
  JSON.stringify(text.length > longest ? `${text.slice(0, longest - 3)}...` : text);

/** A rule in short form with a syntax error. */
export class ShortFormError extends Error {
  override readonly name = 'ShortFormError';

  /**
   * @param text the whole rule
   * @param at the index of the wrong character, from 0
   * @param problem the mistake at that index
   */
  constructor(
    readonly text: string,
    readonly at: number,
    readonly problem: string,
  ) {
    super(`${quoted(text)}, character ${at + 1}: ${problem}`);
  }

  /** The text, with a marker below the wrong character. */
  get picture(): string {
    return `${this.text}\n${' '.repeat(this.at)}^ ${this.problem}`;
  }
}
