import {Agent} from 'node:http';
import type {Profile} from '../../../fixtures/index.js';
import type {FullExchange} from '../../exchanges/exchange.js';
import type {TracedControl, TracedEvent, TracedRequest, TraceHead} from '../../exchanges/trace/format.js';
import {TraceError, type TraceReading} from '../../exchanges/trace/read-trace.js';
import {tracedRequest} from '../../exchanges/trace/traced.js';
import type {Assumptions} from '../../settings.js';
import {type RunningSandbox, startSandbox} from '../start-sandbox.js';
import {controlAgain, type Receiver, requestAgain} from './send-again.js';
import {digestOf} from './traced.js';

interface Deviation {
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
export async function replay({head, events}: TraceReading, from = head.options.from?.file): Promise<Replayed> {
  checkWhole(head);
  await checkFrom(from, head.options.from?.sha256);
  const run = await startRun(head, from);
  const counts = {equal: 0, skipped: 0};
  try {
    for (let next = await events.next(); ; next = await events.next()) {
      if (next.done) {
        return {...counts, isFull: next.value.full ?? false};
      }
      const outcome = await replayEvent(next.value, run);
      if (typeof outcome === 'object') {
        await events.return(undefined as never);
        return {...counts, isFull: false, deviation: outcome};
      }
      if (outcome !== 'done') {
        counts[outcome] += 1;
      }
    }
  } finally {
    run.agent.destroy();
    await run.sandbox.close();
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

async function checkFrom(file: string | undefined, sha256: string | undefined): Promise<void> {
  if (file !== undefined && sha256 !== undefined && (await digestOf(file)) !== sha256) {
    throw new TraceError(`${file} is not the snapshot file that the sandbox was started from; name that with --from`);
  }
}

interface ReplayRun extends Receiver {
  readonly sandbox: RunningSandbox;
  /** The latest exchange, if any. */
  readonly latest: [FullExchange?];
}

async function startRun({seed, options, clock}: TraceHead, from: string | undefined): Promise<ReplayRun> {
  const {from: _, profile, assume, ...settings} = options;
  const latest: ReplayRun['latest'] = [];
  const sandbox = await startSandbox({
    ...(settings as object),
    ...(from === undefined ? {seed} : {from}),
    ...(profile !== undefined && {profile: profile as Profile}),
    ...(assume && {assume: assume as Partial<Assumptions>}),
    now: clock.now,
    onExchange: exchange => {
      latest[0] = exchange as FullExchange;
    },
  });
  const agent = new Agent({keepAlive: true, maxSockets: 1});
  return {sandbox, host: '127.0.0.1', port: sandbox.port, seed, agent, latest};
}

/** `equal` and `skipped` are requests; `done` is an admin operation. */
type ReplayOutcome = Deviation | 'equal' | 'skipped' | 'done';

async function replayEvent(event: TracedEvent, run: ReplayRun): Promise<ReplayOutcome> {
  if (event.account !== null && event.at !== undefined) {
    const {clock} = run.sandbox.account(event.account);
    if ((await clock.now()) !== event.at) {
      await clock.freeze(event.at);
    }
  }
  if (event.lost && (event.type === 'control' || event.changes !== undefined)) {
    const {n, operation} = event;
    throw new TraceError(
      `The trace cannot be replayed behind number ${n}: the body of ${operation} was too long to be kept`,
    );
  }
  return event.type === 'control' ? replayControl(event, run) : replayRequest(event, run);
}

async function replayControl(event: TracedControl, run: ReplayRun): Promise<ReplayOutcome> {
  if (event.operation === 'deleteAccount') {
    // A request that changed nothing may have opened it; the trace leaves those out.
    await run.sandbox.account(event.params!['name']!).clock.now();
  }
  const reply = await controlAgain(event, run);
  if (reply === undefined) {
    throw new TraceError(
      `The trace cannot be replayed behind number ${event.n}: there is no operation ${event.operation}`,
    );
  }
  return reply.status === 200 ? 'done' : {event, of: 'status', traced: 200, replayed: `${reply.status}: ${reply.text}`};
}

async function replayRequest(event: TracedRequest, run: ReplayRun): Promise<ReplayOutcome> {
  if (event.lost || event.method === '') {
    return 'skipped';
  }
  run.latest.length = 0;
  await requestAgain(event, run).catch(() => undefined); // an aborted request still has an exchange
  const [exchange] = run.latest;
  if (exchange === undefined) {
    return {event, of: 'status', traced: event.status, replayed: null};
  }
  const again = tracedRequest(exchange) as Omit<TracedRequest, 'n'>;
  const kept = ['status', ...(event.reply === undefined ? [] : (['reply'] as const)), 'changes'] as const;
  const deviation = kept.find(part => JSON.stringify(event[part]) !== JSON.stringify(again[part]));
  return deviation === undefined
    ? 'equal'
    : {event, of: deviation, traced: event[deviation], replayed: again[deviation]};
}
