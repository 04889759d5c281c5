import {createHash} from 'node:crypto';
import {gzipSync} from 'node:zlib';
import {limits} from '../../limits.js';
import type {ExchangeBus, ExchangeReader} from '../bus.js';
import type {ControlReader} from '../control.js';
import type {TraceDraft, TraceEnd, TraceHead} from './format.js';
import {tracedControls, tracedRequest} from './traced.js';

export const textOf = (draft: TraceDraft): string => JSON.stringify(draft).slice(1);

/** Formats the lines of one trace in order, each with its newline. */
export class TraceLines {
  readonly #digest = createHash('sha256');
  events = 0;

  head(head: TraceHead): string {
    return this.#line(JSON.stringify(head));
  }

  /** @param text made by `textOf` */
  event(text: string): string {
    this.events += 1;
    return this.#line(`{"n":${this.events},${text}`);
  }

  /** @param isFull true if events were dropped at the size limit */
  end(findings?: TraceEnd['findings'], isFull = false): string {
    const sha256 = this.#digest.copy().digest('hex');
    const facts = {...(findings && {findings}), events: this.events, sha256};
    const last: TraceEnd = {type: 'end', ...facts, ...(isFull && {full: true})};
    return this.#line(JSON.stringify(last));
  }

  #line(text: string): string {
    const line = `${text}\n`;
    this.#digest.update(line);
    return line;
  }
}

/** Characters compressed at a time, which takes some milliseconds. */
const memberLength = 256 * 1024;

/** Takes less than half of the time of the default level 6; files are a sixth larger. */
const level = 3;

/** Offset of the operating system in the header of a gzip member. */
const systemByte = 9;

/** The value for an unknown system, so that the same lines give the same bytes everywhere. */
const unknownSystem = 255;

/**
 * Compresses texts into separate gzip members, which readers treat as one file. Buffering is bounded, and each member
 * is complete when `add` returns: a writer that is faster than the disk waits.
 */
export class GzipMembers {
  #text = '';
  bytes = 0;

  /** @param write receives the bytes, one piece after another */
  constructor(private readonly write: (bytes: Buffer) => void) {}

  add(text: string): void {
    this.#text += text;
    if (this.#text.length >= memberLength) {
      this.flush();
    }
  }

  flush(): void {
    const member = gzipSync(this.#text, {level});
    member[systemByte] = unknownSystem;
    this.#text = '';
    this.bytes += member.length;
    this.write(member);
  }
}

/** Characters that may wait for an earlier number. */
const longestWait = 16 * 1024 * 1024;

const sizeOf = (text: string) => text.length + 100;

/**
 * Emits texts in order, each as soon as no earlier one can come. If too many wait, all are emitted; earlier ones that
 * come later are out of order.
 */
export class InOrder {
  readonly #waiting: Array<{readonly order: number; readonly text: string}> = [];
  #length = 0;
  #last = 0;

  constructor(
    private readonly hand: (text: string, isLate: boolean) => void,
    private readonly bus: Pick<ExchangeBus, 'settled'>,
  ) {}

  add(order: number, text: string): void {
    const before = this.#waiting.findLastIndex(waiting => waiting.order <= order);
    this.#waiting.splice(before + 1, 0, {order, text});
    this.#length += sizeOf(text);
    this.#passTo(this.#length > longestWait ? Number.POSITIVE_INFINITY : this.bus.settled);
  }

  flush(): void {
    this.#passTo(Number.POSITIVE_INFINITY);
  }

  #passTo(settled: number): void {
    const left = this.#waiting.findIndex(({order}) => order > settled);
    for (const {order, text} of this.#waiting.splice(0, left === -1 ? this.#waiting.length : left)) {
      this.#length -= sizeOf(text);
      this.hand(text, order < this.#last);
      this.#last = Math.max(this.#last, order);
    }
  }
}

/** Records all events of a sandbox as they happen. */
export class TraceRecorder {
  readonly #lines = new TraceLines();
  readonly #gzip: GzipMembers;
  readonly #order: InOrder;
  isFull = false;

  /**
   * @param write receives the bytes of the file, one piece after another
   * @param maxBytes approximate maximum number of bytes
   */
  constructor(
    head: TraceHead,
    bus: Pick<ExchangeBus, 'settled'>,
    write: (bytes: Buffer) => void,
    private readonly maxBytes: number = limits.traceFile,
  ) {
    this.#order = new InOrder((text, isLate) => this.#add(isLate ? `"late":true,${text}` : text), bus);
    this.#gzip = new GzipMembers(write);
    this.#gzip.add(this.#lines.head(head));
  }

  get events(): number {
    return this.#lines.events;
  }

  readonly read: ExchangeReader = exchange => {
    if (exchange.surface === 'api' && !this.isFull) {
      this.#order.add(exchange.order!, textOf(tracedRequest(exchange)));
    }
  };

  readonly readControl: ControlReader = control => {
    for (const {order, draft} of this.isFull ? [] : tracedControls(control)) {
      this.#order.add(order, textOf(draft));
    }
  };

  end(findings?: TraceEnd['findings']): void {
    this.#order.flush();
    this.#gzip.add(this.#lines.end(findings, this.isFull));
    this.#gzip.flush();
  }

  #add(text: string): void {
    this.isFull ||= this.#gzip.bytes >= this.maxBytes;
    if (!this.isFull) {
      this.#gzip.add(this.#lines.event(text));
    }
  }
}
