/** Characters of the responses that all sessions of a sandbox remember together. */
const mostCharacters = 4 * 1024 * 1024;

/** A response that a session remembers until another one needs its memory. */
export interface KeptReply {
  text: string | undefined;
}

/** The memory that all sessions share for responses. */
export class ReplySpace {
  /** The oldest first. */
  readonly #kept = new Set<KeptReply>();
  readonly #most: number;
  #characters = 0;

  constructor(most = mostCharacters) {
    this.#most = most;
  }

  get characters(): number {
    return this.#characters;
  }

  keep(text: string): KeptReply {
    const reply = {text};
    this.#kept.add(reply);
    this.#characters += text.length;
    for (const oldest of this.#kept) {
      if (this.#characters <= this.#most) {
        break;
      }
      this.forget(oldest);
    }
    return reply;
  }

  forget(reply: KeptReply): void {
    if (this.#kept.delete(reply)) {
      this.#characters -= reply.text!.length;
      reply.text = undefined;
    }
  }
}
