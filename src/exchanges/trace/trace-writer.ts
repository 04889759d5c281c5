import {createHash} from 'node:crypto';
import {gzipSync} from 'node:zlib';
import type {TraceDraft, TraceEnd, TraceHead} from './format.js';

/** Characters that are compressed at a time, which takes some milliseconds. */
const memberLength = 256 * 1024;

/** Where the header of a gzip member says which system wrote it. */
const systemByte = 9;

/** What it says there where nobody knows: the same lines are the same bytes everywhere. */
const unknownSystem = 255;

/** An event as a line has it, but for its number. */
export const textOf = (draft: TraceDraft): string => JSON.stringify(draft).slice(1);

/**
 * Makes the bytes of a trace of what comes: lines of JSON, gzipped. What it holds back is bounded, and it is done when
 * it returns, so that whoever is faster than the disk waits.
 */
export class TraceWriter {
  readonly #write: (bytes: Buffer) => void;
  readonly #digest = createHash('sha256');
  #text = '';
  #events = 0;
  #bytes = 0;

  /** @param write takes the bytes, one piece after another */
  constructor(head: TraceHead, write: (bytes: Buffer) => void) {
    this.#write = write;
    this.#line(JSON.stringify(head));
  }

  /** Of those that were written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  get events(): number {
    return this.#events;
  }

  /** @param text as `textOf` makes it */
  add(text: string): void {
    this.#events += 1;
    this.#line(`{"n":${this.#events},${text}`);
  }

  /** @param isFull whether more happened than there was room for */
  end(isFull = false): void {
    const sha256 = this.#digest.copy().digest('hex');
    const last: TraceEnd = {type: 'end', events: this.#events, sha256, ...(isFull && {full: true})};
    this.#line(JSON.stringify(last));
    this.#flush();
  }

  #line(text: string): void {
    const line = `${text}\n`;
    this.#digest.update(line);
    this.#text += line;
    if (this.#text.length >= memberLength) {
      this.#flush();
    }
  }

  #flush(): void {
    const member = gzipSync(this.#text, {level: 6});
    member[systemByte] = unknownSystem;
    this.#text = '';
    this.#bytes += member.length;
    this.#write(member);
  }
}
