import {BoundedMap, memoizeWeakly} from './caching.js';
import type {Steps} from './chunked.js';
import type {Records} from './records.js';

/**
 * Answers to questions about the records of an account, found once for as long as nothing is written: records never
 * change, so what was found in them once would be found again. They go with the records they were found in.
 */
export class RecordsCache<A> {
  readonly #answersIn: (records: Records) => BoundedMap<string, A>;

  /** @param most how many answers are kept for one state of an account: those that were found last */
  constructor(most: number) {
    this.#answersIn = memoizeWeakly(() => new BoundedMap<string, A>(most));
  }

  /**
   * In steps where it has to be found: who asks the same meanwhile finds it, too.
   * @param question all that the answer depends on besides the records
   */
  *get(records: Records, question: string, find: () => Steps<A>): Steps<A> {
    const answers = this.#answersIn(records);
    const known = answers.get(question);
    if (known !== undefined) {
      return known;
    }
    const answer = yield* find();
    answers.set(question, answer);
    return answer;
  }
}
