import {createHash} from 'node:crypto';
import type {TraceDraft, TraceEnd, TraceHead} from './format.js';

export const textOf = (draft: TraceDraft): string => JSON.stringify(draft).slice(1);

/** Formats the lines of one trace in order, each with its newline. */
export class TraceLines {
  readonly #digest = createHash('sha256');
  #events = 0;

  get events(): number {
    return this.#events;
  }

  head(head: TraceHead): string {
    return this.#line(JSON.stringify(head));
  }

  /** @param text made by `textOf` */
  event(text: string): string {
    this.#events += 1;
    return this.#line(`{"n":${this.#events},${text}`);
  }

  /** @param isFull true if events were dropped at the size limit */
  end(isFull = false): string {
    const sha256 = this.#digest.copy().digest('hex');
    const last: TraceEnd = {type: 'end', events: this.#events, sha256, ...(isFull && {full: true})};
    return this.#line(JSON.stringify(last));
  }

  #line(text: string): string {
    const line = `${text}\n`;
    this.#digest.update(line);
    return line;
  }
}
