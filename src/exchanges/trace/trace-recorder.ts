import {limits} from '../../limits.js';
import type {ExchangeReader} from '../bus.js';
import type {ControlReader} from '../control.js';
import type {TraceHead} from './format.js';
import {GzipMembers} from './gzip-members.js';
import {InOrder} from './in-order.js';
import {TraceLines, textOf} from './trace-lines.js';
import {tracedControls, tracedRequest} from './traced.js';

/** Records all events of a sandbox as they happen. */
export class TraceRecorder {
  readonly #lines = new TraceLines();
  readonly #gzip: GzipMembers;
  readonly #order = new InOrder(text => this.#add(text));
  readonly #most: number;
  #isFull = false;

  /**
   * @param write receives the bytes of the file, one piece after another
   * @param most approximate maximum number of bytes
   */
  constructor(head: TraceHead, write: (bytes: Buffer) => void, most: number = limits.traceFile) {
    this.#gzip = new GzipMembers(write);
    this.#most = most;
    this.#gzip.add(this.#lines.head(head));
  }

  get events(): number {
    return this.#lines.events;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  /** Records exchanges of the API; all others only use up their number in the order. */
  readonly read: ExchangeReader = exchange => {
    const isTold = exchange.surface === 'api' && !this.#isFull;
    this.#order.add(exchange.order!, isTold ? textOf(tracedRequest(exchange)) : '');
  };

  readonly readControl: ControlReader = control => {
    for (const {order, draft} of tracedControls(control)) {
      this.#order.add(order, this.#isFull ? '' : textOf(draft));
    }
  };

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
