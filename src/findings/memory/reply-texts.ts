import type {KeptReply, ReplySpace} from './reply-space.js';

/** Bounds of one session. */
const most = {replies: 256, characters: 400_000};

/** The latest successful responses of one session, to look up which ids a client has seen. */
export class ReplyTexts {
  readonly #space: ReplySpace;
  #replies: KeptReply[] = [];
  #characters = 0;
  #isCut = false;

  constructor(space: ReplySpace) {
    this.#space = space;
  }

  /** Whether none was forgotten. */
  get isWhole(): boolean {
    return !this.#isCut && this.#replies.every(({text}) => text !== undefined);
  }

  note(reply: KeptReply): void {
    this.#replies.push(reply);
    this.#characters += reply.text?.length ?? 0;
    if (this.#replies.length > most.replies || this.#characters > most.characters) {
      this.#forget(Math.ceil(this.#replies.length / 2)); // not one by one: that would cost each request of a long session
      this.#isCut = true;
    }
  }

  /** Whether one of them holds a text. */
  some(isIt: (reply: string) => boolean): boolean {
    return this.#replies.some(({text}) => text !== undefined && isIt(text));
  }

  end(): void {
    this.#forget(this.#replies.length);
  }

  #forget(count: number): void {
    for (const reply of this.#replies.splice(0, count)) {
      this.#space.forget(reply);
    }
    this.#characters = this.#replies.reduce((sum, {text}) => sum + (text?.length ?? 0), 0);
  }
}
