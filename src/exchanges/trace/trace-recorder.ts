import type {ExchangeReader} from '../bus.js';
import type {ControlReader} from '../control.js';
import type {TraceHead} from './format.js';
import {GzipMembers} from './gzip-members.js';
import {InOrder} from './in-order.js';
import {TraceLines, textOf} from './trace-lines.js';
import {tracedControls} from './traced-control.js';
import {tracedRequest} from './traced-request.js';

/** Bytes of a trace, gzipped, which is some gigabytes of requests and replies. */
const mostTraceBytes = 256 * 1024 * 1024;

/** Writes all that happens to a sandbox while it does. */
export class TraceRecorder {
  readonly #lines = new TraceLines();
  readonly #gzip: GzipMembers;
  readonly #order = new InOrder(text => this.#add(text));
  readonly #most: number;
  #isFull = false;

  /**
   * @param write takes the bytes of the file, one piece after another
   * @param most bytes that are written, about
   */
  constructor(head: TraceHead, write: (bytes: Buffer) => void, most = mostTraceBytes) {
    this.#gzip = new GzipMembers(write);
    this.#most = most;
    this.#gzip.add(this.#lines.head(head));
  }

  /** How many things it holds. */
  get events(): number {
    return this.#lines.events;
  }

  /** Whether more happened than there was room for. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Takes what is of the service's interface; everything else has a number in the order of things, too. */
  readonly read: ExchangeReader = exchange => {
    const isTold = exchange.surface === 'api' && !this.#isFull;
    this.#order.add(exchange.order!, isTold ? textOf(tracedRequest(exchange)) : '');
  };

  readonly readControl: ControlReader = control => {
    for (const {order, draft} of tracedControls(control)) {
      this.#order.add(order, this.#isFull ? '' : textOf(draft));
    }
  };

  /** Writes the last line. */
  end(): void {
    this.#order.flush();
    this.#gzip.add(this.#lines.end(this.#isFull));
    this.#gzip.flush();
  }

  #add(text: string): void {
    this.#isFull ||= this.#gzip.bytes >= this.#most;
    if (!this.#isFull) {
      this.#gzip.add(this.#lines.event(text));
    }
  }
}
