export interface KeptReply {
  readonly length: number;
  text: string | undefined;
}

interface ReplyBounds {
  readonly replies?: number;
  readonly characters: number;
}

const ofSession: ReplyBounds = {replies: 256, characters: 400_000};

const ofAll: ReplyBounds = {characters: 4 * 1024 * 1024};

/** The memory target of an eviction: otherwise every further request would evict a response. */
const partLeft = 15 / 16;

/** The latest successful responses of one session or of all; the oldest are evicted first. */
export class Replies {
  readonly #kept = new Set<KeptReply>();
  readonly #all: Replies | undefined;
  readonly #bounds: ReplyBounds;
  characters = 0;
  #isCut = false;

  /** @param all the responses of all sessions, which share the memory */
  constructor(all?: Replies, bounds = all === undefined ? ofAll : ofSession) {
    this.#all = all;
    this.#bounds = bounds;
  }

  get isWhole(): boolean {
    return !this.#isCut && [...this.#kept].every(({text}) => text !== undefined);
  }

  keep(reply: KeptReply): void {
    this.#kept.add(reply);
    this.characters += reply.length;
    if (!this.#fits(1)) {
      for (const oldest of this.#kept) {
        if (this.#fits(partLeft)) {
          break;
        }
        this.#forget(oldest);
      }
    }
  }

  #fits(part: number): boolean {
    const {replies = Number.POSITIVE_INFINITY, characters} = this.#bounds;
    return this.#kept.size <= replies * part && this.characters <= characters * part;
  }

  hold(texts: readonly string[]): boolean {
    return [...this.#kept].some(({text}) => text !== undefined && texts.some(part => text.includes(part)));
  }

  /** Frees the memory that is shared with other sessions. */
  end(): void {
    for (const reply of this.#kept) {
      this.#forget(reply);
    }
  }

  #forget(reply: KeptReply): void {
    if (this.#kept.delete(reply)) {
      this.characters -= reply.length;
      this.#isCut = true;
      if (this.#all === undefined) {
        reply.text = undefined;
      } else {
        this.#all.#forget(reply);
      }
    }
  }
}
