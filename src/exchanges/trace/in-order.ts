/** Characters that may wait for an earlier number. */
const longestWait = 16 * 1024 * 1024;

/**
 * Reorders texts by their numbers, starting at 1. If one is very late and too many others wait, they are passed on
 * without it.
 */
export class InOrder {
  readonly #hand: (text: string) => void;
  readonly #waiting = new Map<number, string>();
  #next = 1;
  #length = 0;

  constructor(hand: (text: string) => void) {
    this.#hand = hand;
  }

  add(order: number, text: string): void {
    if (order < this.#next) {
      this.#tell(text);
      return;
    }
    this.#waiting.set(order, text);
    this.#length += text.length + 100;
    for (let first = this.#waiting.get(this.#next); first !== undefined; first = this.#waiting.get(this.#next)) {
      this.#pass(this.#next, first);
    }
    if (this.#length > longestWait) {
      this.flush();
    }
  }

  flush(): void {
    for (const [order, text] of [...this.#waiting].sort(([one], [other]) => one - other)) {
      this.#pass(order, text);
    }
  }

  #pass(order: number, text: string): void {
    this.#waiting.delete(order);
    this.#length -= text.length + 100;
    this.#next = order + 1;
    this.#tell(text);
  }

  #tell(text: string): void {
    if (text !== '') {
      this.#hand(text);
    }
  }
}
