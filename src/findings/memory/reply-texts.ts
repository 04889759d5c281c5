import type {Exchange} from '../../exchanges/exchange.js';

/** How many replies are remembered, and how many characters of them. */
const most = {replies: 256, characters: 400_000};

/** The replies that one session got last, to look up later what a client could know. */
export class ReplyTexts {
  #texts: string[] = [];
  #characters = 0;
  #isWhole = true;

  /** Whether none was forgotten. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  note({status, reply}: Exchange): void {
    if (status !== 200 || reply === undefined) {
      return;
    }
    this.#texts.push(reply);
    this.#characters += reply.length;
    if (this.#texts.length > most.replies || this.#characters > most.characters) {
      this.#forgetHalf();
    }
  }

  /** Whether one of them holds a text. */
  some(isIt: (reply: string) => boolean): boolean {
    return this.#texts.some(isIt);
  }

  /** Not one by one: that would cost each request of a long session. */
  #forgetHalf(): void {
    this.#texts = this.#texts.slice(Math.ceil(this.#texts.length / 2));
    this.#characters = this.#texts.reduce((sum, {length}) => sum + length, 0);
    this.#isWhole = false;
  }
}
