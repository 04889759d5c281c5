import type {Records} from '../../store/records.js';

/**
 * The texts of GET responses, for as long as nothing is written: records never change, so the same request gets the same
 * response. Requests that are repeated share one text, also in the journal. Bench: `budgets -- requests`, "get one".
 */
export class ResponseTexts {
  #texts = new WeakMap<Records, Map<string, string>>();
  #length = 0;

  /** @param maxLength characters to keep before all are dropped; 0 keeps none */
  constructor(readonly maxLength: number) {}

  /** @param request everything that the response depends on, except the records */
  get(records: Records, request: string): string | undefined {
    return this.#texts.get(records)?.get(request);
  }

  keep(records: Records, request: string, text: string): void {
    const length = request.length + text.length;
    if (length > this.maxLength / 16) {
      return;
    }
    if (this.#length + length > this.maxLength) {
      this.#texts = new WeakMap();
      this.#length = 0;
    }
    this.#length += length;
    const texts = this.#texts.get(records) ?? new Map<string, string>();
    this.#texts.set(records, texts.set(request, text));
  }
}
