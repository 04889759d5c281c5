import type {Steps} from '../workload/steps.js';
import {FifoCache} from './fifo-cache.js';
import {memoizeWeakly} from './memoize-weakly.js';
import type {Records} from './records.js';

/**
 * Answers to questions about the records of an account, found once for as long as nothing is written: records never
 * change, so what was found in them once would be found again. They go with the records they were found in.
 */
export class RecordsCache<A> {
  readonly #answersIn: (records: Records) => FifoCache<A>;

  /**
   * @param most how many answers are kept for one state of an account: those that were found last
   * @param isKept which answers are worth it
   */
  constructor(most: number, isKept?: (answer: A, question: string) => boolean) {
    this.#answersIn = memoizeWeakly(() => new FifoCache(most, isKept));
  }

  /**
   * In steps where it has to be found: who asks the same meanwhile finds it, too.
   * @param question all that the answer depends on besides the records
   */
  *get(records: Records, question: string, find: () => Steps<A>): Steps<A> {
    const answers = this.#answersIn(records);
    return answers.look(question) ?? answers.keep(question, yield* find());
  }
}
