import type {Records} from '../store/records.js';

/** How many replies are remembered for one state of an account, and how long each may be. */
const most = 128;
const longest = 32_768;

/**
 * Replies to reads, as text. Records never change: what was read from them once would be read again, for as long as
 * nothing is written. A client that polls, or looks at the same record from many tests, is answered from here.
 */
export class KeptReplies {
  readonly #kept = new WeakMap<Records, Map<string, string>>();

  /** @param question all that the reply depends on besides the records */
  textOf(records: Records, question: string, ask: () => object): string {
    let texts = this.#kept.get(records);
    if (texts === undefined) {
      texts = new Map();
      this.#kept.set(records, texts);
    }
    const known = texts.get(question);
    if (known !== undefined) {
      return known;
    }
    const text = JSON.stringify(ask());
    if (text.length <= longest) {
      if (texts.size >= most) {
        texts.delete(texts.keys().next().value!);
      }
      texts.set(question, text);
    }
    return text;
  }
}
