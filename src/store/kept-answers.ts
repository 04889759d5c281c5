import type {Records} from './records.js';

/**
 * Answers to questions about the records of an account, found once for as long as nothing is written: records never
 * change, so what was found in them once would be found again. They go with the records they were found in.
 */
export class KeptAnswers<A> {
  readonly #kept = new WeakMap<Records, Map<string, A>>();

  /**
   * @param most how many answers are kept for one state of an account: those that were asked for last
   * @param isKept which answers are worth it
   */
  constructor(
    readonly most: number,
    readonly isKept: (answer: A) => boolean = () => true,
  ) {}

  /** @param question all that the answer depends on besides the records */
  get(records: Records, question: string, find: () => A): A {
    let answers = this.#kept.get(records);
    if (answers === undefined) {
      answers = new Map();
      this.#kept.set(records, answers);
    }
    const known = answers.get(question);
    const answer = known ?? find();
    if (known !== undefined) {
      answers.delete(question);
    } else if (!this.isKept(answer)) {
      return answer;
    } else if (answers.size >= this.most) {
      answers.delete(answers.keys().next().value!);
    }
    answers.set(question, answer);
    return answer;
  }
}
