import type {Profile} from '../../../fixtures/index.js';
import type {FullExchange} from '../../exchanges/exchange.js';
import type {TracedControl, TracedEvent, TracedRequest, TraceHead} from '../../exchanges/trace/format.js';
import {TraceError, type TraceReading} from '../../exchanges/trace/read-trace.js';
import {tracedRequest} from '../../exchanges/trace/traced.js';
import type {Assumptions} from '../../settings.js';
import {type RunningSandbox, startSandbox} from '../start-sandbox.js';
import {SendAgain} from './send-again.js';
import {digestOf} from './traced.js';

export interface Deviation {
  readonly event: TracedEvent;
  readonly of: 'status' | 'reply' | 'changes';
  readonly traced: unknown;
  readonly replayed: unknown;
}

export interface Replayed {
  /** The number of requests with the same response as in the trace. */
  readonly equal: number;
  /** Requests that were not replayed because their bodies were never read; they had changed nothing. */
  readonly skipped: number;
  readonly deviation?: Deviation;
  /** True if the trace reached its maximum size and is incomplete. */
  readonly isFull: boolean;
}

/**
 * Replays a trace, including its admin operations, against a new sandbox with the same seed and options. Each request
 * runs at its original account time.
 * @param from the snapshot file that the sandbox started from, if it has moved
 * @throws TraceError if the trace can't be replayed or is damaged; the system's own error if the file can't be read
 */
export async function replay({head, events}: TraceReading, from?: string): Promise<Replayed> {
  checkWhole(head);
  const run = await Replay.start(head, from);
  try {
    return await run.all(events);
  } finally {
    await run.close();
  }
}

function checkWhole({missing}: TraceHead): void {
  if (missing?.data) {
    throw new TraceError(
      'The trace cannot be replayed: the sandbox started with a data file that held something, which is not in the trace',
    );
  }
  if (missing !== undefined) {
    const {requests = 0, controls = 0} = missing;
    throw new TraceError(
      `The trace cannot be replayed: it lost its beginning, ${requests} requests and ${controls} changes of the sandbox itself. crm-sandbox exec --trace on writes all of a run`,
    );
  }
}

class Replay {
  readonly #sandbox: RunningSandbox;
  readonly #sends: SendAgain;
  readonly #seen: {exchange?: FullExchange};
  #equal = 0;
  #skipped = 0;

  private constructor(sandbox: RunningSandbox, seed: number, seen: {exchange?: FullExchange}) {
    this.#sandbox = sandbox;
    this.#sends = new SendAgain(sandbox.port, seed);
    this.#seen = seen;
  }

  static async start({seed, options, clock}: TraceHead, from = options.from?.file): Promise<Replay> {
    if (from !== undefined) {
      await checkFrom(from, options.from?.sha256);
    }
    const seen: {exchange?: FullExchange} = {};
    const {from: _, profile, assume, ...settings} = options;
    const sandbox = await startSandbox({
      ...(settings as object),
      ...(from === undefined ? {seed} : {from}),
      ...(profile !== undefined && {profile: profile as Profile}),
      ...(assume && {assume: assume as Partial<Assumptions>}),
      now: clock.now,
      onExchange: exchange => {
        seen.exchange = exchange as FullExchange;
      },
    });
    return new Replay(sandbox, seed, seen);
  }

  async all(events: TraceReading['events']): Promise<Replayed> {
    for (let next = await events.next(); ; next = await events.next()) {
      if (next.done) {
        return this.#result(next.value.full ?? false);
      }
      const deviation = await this.#again(next.value);
      if (deviation !== undefined) {
        await events.return(undefined as never);
        return {...this.#result(false), deviation};
      }
    }
  }

  async close(): Promise<void> {
    this.#sends.close();
    await this.#sandbox.close();
  }

  #result(isFull: boolean): Replayed {
    return {equal: this.#equal, skipped: this.#skipped, isFull};
  }

  async #again(event: TracedEvent): Promise<Deviation | undefined> {
    if (event.account !== null && event.at !== undefined) {
      const {clock} = this.#sandbox.account(event.account);
      if ((await clock.now()) !== event.at) {
        await clock.freeze(event.at);
      }
    }
    return event.type === 'control' ? this.#control(event) : this.#request(event);
  }

  async #control(event: TracedControl): Promise<Deviation | undefined> {
    if (event.lost) {
      throw bodyMissing(event);
    }
    const reply = await this.#sends.control(event);
    if (reply === undefined) {
      throw new TraceError(
        `The trace cannot be replayed behind number ${event.n}: there is no operation ${event.operation}`,
      );
    }
    return reply.status === 200
      ? undefined
      : {event, of: 'status', traced: 200, replayed: `${reply.status}: ${reply.text}`};
  }

  async #request(event: TracedRequest): Promise<Deviation | undefined> {
    if (event.lost && event.changes !== undefined) {
      throw bodyMissing(event);
    }
    if (event.lost || event.method === '') {
      this.#skipped += 1;
      return undefined;
    }
    delete this.#seen.exchange;
    await this.#sends.request(event).catch(() => undefined); // an aborted request still has an exchange
    const {exchange} = this.#seen;
    if (exchange === undefined) {
      return {event, of: 'status', traced: event.status, replayed: null};
    }
    const again = tracedRequest(exchange) as Omit<TracedRequest, 'n'>;
    const deviation = (['status', 'reply', 'changes'] as const).find(
      part => isKept(event, part) && JSON.stringify(event[part]) !== JSON.stringify(again[part]),
    );
    if (deviation !== undefined) {
      return {event, of: deviation, traced: event[deviation], replayed: again[deviation]};
    }
    this.#equal += 1;
    return undefined;
  }
}

/** False for a response that the trace does not contain. */
const isKept = (event: TracedRequest, part: 'status' | 'reply' | 'changes') =>
  part !== 'reply' || event.reply !== undefined;

const bodyMissing = ({n, operation}: TracedEvent) =>
  new TraceError(`The trace cannot be replayed behind number ${n}: the body of ${operation} was too long to be kept`);

async function checkFrom(file: string, sha256: string | undefined): Promise<void> {
  if (sha256 !== undefined && (await digestOf(file)) !== sha256) {
    throw new TraceError(`${file} is not the snapshot file that the sandbox was started from; name that with --from`);
  }
}
