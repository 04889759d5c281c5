import {quote} from '../../schema/fields.js';

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
    super(`${quote(text)}, character ${at + 1}: ${problem}`);
  }

  /** The text, and below it a mark under the character. */
  get picture(): string {
    return `${this.text}\n${' '.repeat(this.at)}^ ${this.problem}`;
  }
}
