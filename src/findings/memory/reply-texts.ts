import type {Exchange} from '../../exchanges/exchange.js';

/** How many replies are remembered, and how many characters of them. */
const most = {replies: 256, characters: 400_000};

/** The replies that one session got last, to look up later what a client could know. */
export class ReplyTexts {
  #texts: string[] = [];
  /** Of each: to ask the texts, which no cache of the processor holds any more, takes longer. */
  #lengths: number[] = [];
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
    this.#lengths.push(reply.length);
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
    const gone = Math.ceil(this.#texts.length / 2);
    this.#texts = this.#texts.slice(gone);
    this.#lengths = this.#lengths.slice(gone);
    this.#characters = this.#lengths.reduce((sum, length) => sum + length, 0);
    this.#isWhole = false;
  }
}
