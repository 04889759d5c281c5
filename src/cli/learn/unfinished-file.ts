import {createHash} from 'node:crypto';
import {readIfThere} from '../../persistence/replace-file.js';
import {removeNow, writeNow} from '../output/write-file.js';

/**
 * The lists that an interrupted `learn` has read, beside its result. It holds nothing that the result may not hold: the
 * caller adds no text that a person has yet to review.
 */
export class UnfinishedFile {
  readonly name: string;
  readonly #decision: string;
  #lists: Record<string, readonly unknown[]> = {};

  /** @param decision all that decides about the texts of the result: a file of another decision is of no use */
  constructor(result: string, decision: unknown) {
    this.name = `${result}.part`;
    this.#decision = createHash('sha256').update(JSON.stringify(decision)).digest('hex');
    try {
      const {decision, lists} = JSON.parse(String(readIfThere(this.name)));
      this.#lists = decision === this.#decision ? lists : {};
    } catch {} // there is none, or a damaged one: the work begins again
  }

  get size(): number {
    return Object.keys(this.#lists).length;
  }

  find(list: string): readonly unknown[] | undefined {
    return this.#lists[list];
  }

  add(list: string, entries: readonly unknown[]): void {
    this.#lists[list] = entries;
    writeNow(this.name, JSON.stringify({decision: this.#decision, lists: this.#lists}));
  }

  remove(): void {
    removeNow(this.name);
  }
}
