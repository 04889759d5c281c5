/** Characters that are quoted; the command line reads this without loading schemas. */
const longest = 60;

export const quoted = (text: string): string =>
  JSON.stringify(text.length > longest ? `${text.slice(0, longest - 3)}...` : text);

/** A rule in one word that cannot be read. */
export class ShortFormError extends Error {
  override readonly name = 'ShortFormError';

  /**
   * @param text all of it
   * @param at the place of the character that is wrong, from 0 on
   * @param problem what is wrong there
   */
  constructor(
    readonly text: string,
    readonly at: number,
    readonly problem: string,
  ) {
    super(`${quoted(text)}, character ${at + 1}: ${problem}`);
  }

  /** The text, and below it a mark under the character. */
  get picture(): string {
    return `${this.text}\n${' '.repeat(this.at)}^ ${this.problem}`;
  }
}
