/**
 * Answers to questions, each found once. Where there is no room for another, the one that was found longest ago goes:
 * to find that out costs a question that is asked again nothing.
 */
export class FifoCache<A> {
  readonly #answers = new Map<string, A>();

  /**
   * @param most how many are remembered; none with 0
   * @param isKept which are worth it
   */
  constructor(
    readonly most: number,
    readonly isKept: (answer: A, question: string) => boolean = () => true,
  ) {}

  /** @param question all that the answer depends on */
  get(question: string, find: () => A): A {
    return this.look(question) ?? this.keep(question, find());
  }

  /** The answer where it is known. */
  look(question: string): A | undefined {
    return this.#answers.get(question);
  }

  /** Remembers an answer that was found. @returns it */
  keep(question: string, answer: A): A {
    if (this.most > 0 && this.isKept(answer, question)) {
      if (this.#answers.size >= this.most) {
        this.#answers.delete(this.#answers.keys().next().value!);
      }
      this.#answers.set(question, answer);
    }
    return answer;
  }
}
