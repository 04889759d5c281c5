import {EventEmitter, once} from 'node:events';
import {Agent} from 'node:http';
import type {Profile} from '../../../fixtures/index.js';
import {faultOperations} from '../../admin/faults.js';
import {overrideOperations} from '../../admin/overrides.js';
import type {FullExchange} from '../../exchanges/exchange.js';
import type {TracedControl, TracedEvent, TracedRequest, TraceHead} from '../../exchanges/trace/format.js';
import {TraceError, type TraceReading} from '../../exchanges/trace/read-trace.js';
import {tracedRequest} from '../../exchanges/trace/traced.js';
import type {Replaying} from '../../http/request-state.js';
import type {Assumptions} from '../../settings.js';
import type {StartOptions} from '../start-options.js';
import {startReplay} from '../start-sandbox.js';
import {controlAgain, requestAgain} from './send-again.js';
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
 * @param moved the sandbox's initial file, if it has been renamed
 * @throws TraceError if the trace can't be replayed or is damaged; the system's own error if the file can't be read
 */
export async function replay({head, events}: TraceReading, moved?: string): Promise<Replayed> {
  checkWhole(head);
  const {from, fromAccount = from} = head.options;
  const file = moved ?? fromAccount?.file;
  await checkOrigin(file, fromAccount?.sha256);
  const run = await startRun(head, file);
  const counts = {equal: 0, skipped: 0};
  try {
    let next = await events.next();
    for (; !next.done; next = await events.next()) {
      const outcome = await replayEvent(next.value, run);
      if (typeof outcome === 'object') {
        return {...counts, isFull: false, deviation: outcome};
      }
      if (outcome !== 'done') {
        counts[outcome] += 1;
      }
    }
    return {...counts, isFull: next.value.full ?? false};
  } finally {
    await events.return(undefined as never); // closes the file
    run.agent.destroy();
    await run.sandbox.close();
  }
}

function checkWhole({missing}: TraceHead): void {
  if (missing !== undefined) {
    const {data, requests = 0, controls = 0} = missing;
    const why = data
      ? 'the sandbox started with a data file that held something, which is not in the trace'
      : `it lost its beginning, ${requests} requests and ${controls} changes of the sandbox itself. crm-sandbox exec --trace on writes all of a run`;
    throw new TraceError(`The trace cannot be replayed: ${why}`);
  }
}

async function checkOrigin(file: string | undefined, sha256: string | undefined): Promise<void> {
  if (file !== undefined && sha256 !== undefined && (await digestOf(file)) !== sha256) {
    throw new TraceError(`${file} is not the file that the sandbox was started from; name that with --from`);
  }
}

type ReplayRun = Awaited<ReturnType<typeof startRun>>;

/** @param file the initial snapshot, or the lists of an account */
async function startRun({seed, options, clock}: TraceHead, file: string | undefined) {
  const {
    from: _,
    fromAccount,
    faults: __,
    scenario: ___,
    overrides: ____,
    profile,
    assume,
    inContainer,
    ...settings
  } = options;
  const origin = fromAccount === undefined ? {from: file} : {seed, fromAccount: file};
  const replaying: Replaying = {inContainer};
  const published = new EventEmitter(); // emits `exchange` for each request
  const startOptions: StartOptions = {
    ...(settings as object),
    ...(file === undefined ? {seed} : (origin as StartOptions)),
    ...(profile !== undefined && {profile: profile as Profile}),
    ...(assume && {assume: assume as Partial<Assumptions>}),
    now: clock.now,
    onExchange: exchange => published.emit('exchange', exchange),
  };
  const sandbox = await startReplay(startOptions, replaying);
  const agent = new Agent(); // a fault may close the connection after a response
  const to = {host: '127.0.0.1', port: sandbox.port, agent};
  return {sandbox, to, seed, agent, replaying, published};
}

/** `equal` and `skipped` are for requests, `done` for an admin operation. */
type ReplayOutcome = Deviation | 'equal' | 'skipped' | 'done';

async function replayEvent(event: TracedEvent, run: ReplayRun): Promise<ReplayOutcome> {
  if (event.late) {
    throw endBehind(event, 'its response came too late');
  }
  if (event.account !== null && event.at !== undefined) {
    const {clock} = run.sandbox.account(event.account);
    if ((await clock.now()) !== event.at) {
      await clock.freeze(event.at);
    }
  }
  if (event.lost && (event.type === 'control' || event.changes !== undefined)) {
    throw endBehind(event, `the body of ${event.operation} was too long to be kept`);
  }
  return event.type === 'control' ? replayControl(event, run) : replayRequest(event, run);
}

const endBehind = ({n}: TracedEvent, why: string) =>
  new TraceError(`The trace cannot be replayed behind number ${n}: ${why}`);

/** Requests contain their faults and overrides. States around requests are kept, because some responses come later. */
const skippedControls = new Set([...faultOperations, ...overrideOperations].map(({id}) => id).concat('deleteRequests'));

async function replayControl(event: TracedControl, run: ReplayRun): Promise<ReplayOutcome> {
  if (skippedControls.has(event.operation)) {
    return 'done';
  }
  const source = (event.body as {from?: {account?: string}} | undefined)?.from?.account; // of createAccount
  const other = event.operation === 'deleteAccount' ? event.params!['name'] : source;
  if (other !== undefined) {
    // A request without changes may have created the account; the trace omits such requests.
    await run.sandbox.account(other).clock.now();
  }
  const kept = event.operation === 'reset' ? {...event, query: {keep: 'requests'}} : event;
  const reply = await controlAgain(kept, run);
  if (reply === undefined) {
    throw endBehind(event, `there is no operation ${event.operation}`);
  }
  return reply.status === 200 ? 'done' : {event, of: 'status', traced: 200, replayed: `${reply.status}: ${reply.text}`};
}

/** Milliseconds to wait for a response. */
const patience = 60_000;

/** The sandbox rejects such a body before it arrives. */
const endlessBody = {'content-length': '1000000000000'};

async function replayRequest(event: TracedRequest, run: ReplayRun): Promise<ReplayOutcome> {
  if (event.method === '') {
    return 'skipped';
  }
  const again = tracedRequest(await send(event, run)) as Omit<TracedRequest, 'n'>;
  if (event.lost) {
    return 'skipped';
  }
  const isKept = {
    status: true,
    reply: event.reply !== undefined,
    changes: event.changed === undefined || event.changes?.length !== 0,
  };
  const of = (['status', 'reply', 'changes'] as const).find(
    part => isKept[part] && JSON.stringify(event[part]) !== JSON.stringify(again[part]),
  );
  return of === undefined ? 'equal' : {event, of, traced: event[of], replayed: again[of]};
}

/** Sends a request and disconnects if it gets no response. @throws TraceError if the sandbox does not respond */
async function send(event: TracedRequest, {replaying, published, ...to}: ReplayRun): Promise<FullExchange> {
  const leaving = new AbortController();
  const exchange = once(published, 'exchange', {signal: AbortSignal.timeout(patience)});
  replaying.current = event;
  const sent = event.lost ? {...event, headers: {...event.headers, ...endlessBody}} : event;
  const sending = requestAgain(sent, {...to, signal: leaving.signal}).catch(() => undefined);
  try {
    const [received] = (await exchange) as [FullExchange];
    if (received.status === 0 || event.lost) {
      leaving.abort();
    }
    await sending;
    return received;
  } catch {
    throw new TraceError(`The replay got no response to number ${event.n} within ${patience / 1000} s`);
  } finally {
    leaving.abort();
    replaying.current = undefined;
  }
}
