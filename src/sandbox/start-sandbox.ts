import {existsSync} from 'node:fs';
import {defaultAccount} from '../accounts/accounts.js';
import type {FaultKind} from '../faults/fault-kind.js';
import {recordUnreadable} from '../http/exchanges/record-exchanges.js';
import {accountKey} from '../http/guard/authenticate.js';
import {namedKeys} from '../http/guard/named-keys.js';
import type {Replaying} from '../http/request-state.js';
import {type ListeningServer, listen} from '../http/server.js';
import type {Interception, InterceptOptions, RunningInterception} from '../intercept/interception.js';
import {ReachCounter} from '../intercept/reach-counter.js';
import {type CacheCapacities, Caches} from '../operations/caches.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import {catalog as standardCatalog} from '../resources/index.js';
import {version} from '../version.js';
import {type AccountHandle, type AccountOptions, handleOf, makeAccount, type Shared} from './account-handle.js';
import {assemble} from './assemble.js';
import type {AsyncDispose} from './fault-handle.js';
import {type CheckResult, checkLostAnswers, type LostAnswerOptions, type RunClient} from './lost-answers-check.js';
import {type OpenSandbox, openSandbox} from './open-sandbox.js';
import {checkOptions} from './options/check-options.js';
import {makeParts} from './parts.js';
import {faultsOf} from './start-faults.js';
import type {StartOptions} from './start-options.js';

/** A running sandbox; also a handle for its default account. */
export interface RunningSandbox extends AccountHandle, AsyncDispose {
  /** `http://127.0.0.1:4080` */
  readonly url: string;
  readonly port: number;
  readonly version: string;
  /** The interception of hosts; undefined without the option `intercept`. */
  readonly interception?: Interception;
  /**
   * Returns the account with this name; its key is `sbx_<name>`. It is created on first use; with options, immediately.
   * @throws ApiError if options are given for an existing account
   */
  account(name: string, options?: AccountOptions): AccountHandle;
  /**
   * Runs a client once without faults, and then once for each of its writes with that write's response lost. Each run
   * has its own account. Each result is `healed`, `reported`, `duplicated`, `lost`, `corrupt` or `hung`.
   * @param run runs the client from start to end with the given key; to report a failure it throws, or resolves with a
   *   number other than 0
   * @throws RefusedCheck, an Error, if the client fails without faults or writes nothing
   */
  checkLostAnswers(run: RunClient, options?: LostAnswerOptions): Promise<CheckResult>;
  /** Finishes requests in flight, saves data and releases all resources. */
  close(): Promise<void>;
}

/**
 * Starts a sandbox and resolves when it listens.
 * @throws TypeError for an invalid option; RangeError if the heap is too small for the constituents; the system's own
 *   error, with a `code`, for an unavailable address or file; SnapshotError for an invalid file; LockedError for a file
 *   in use
 */
export const startSandbox = (options: StartOptions = {}): Promise<RunningSandbox> =>
  startSandboxOf(standardCatalog, options);

/** Starts a sandbox that takes its decisions from a trace. */
export const startReplay = (options: StartOptions, replaying: Replaying): Promise<RunningSandbox> =>
  startSandboxOf(standardCatalog, options, undefined, undefined, replaying);

/** Starts a sandbox with settings that users cannot choose. */
export async function startSandboxOf(
  catalog: Catalog,
  options: StartOptions = {},
  capacities?: CacheCapacities,
  kindsOfFault?: readonly FaultKind[],
  replaying?: Replaying,
): Promise<RunningSandbox> {
  checkOptions(options);
  const faults = faultsOf(catalog, options, kindsOfFault);
  const {host = '127.0.0.1'} = options;
  const server = await listen(options.port ?? 0, host);
  let open: OpenSandbox | undefined;
  let interception: RunningInterception | undefined;
  try {
    const hadData = options.data !== undefined && existsSync(options.data);
    open = await openSandbox(catalog, options, capacities);
    const counter = new ReachCounter();
    interception = options.intercept && (await openInterception(options.intercept, counter, server));
    const caches = new Caches(capacities);
    const at = {host: reachableHost(host), port: server.port};
    const start = {catalog, options, open, faults, hadData, caches, interception, at, replaying};
    const {shared, closing, end} = await makeParts(start);
    const app = assemble(shared, options, catalog === standardCatalog, counter);
    server.serve(app.callback(), recordUnreadable(shared.exchanges));
    const closeAll = async () => {
      await server.close();
      await interception?.close();
      await open!.close();
    };
    let closed: Promise<void> | undefined;
    const close = () => {
      closing.abort(); // ends pending waits
      closed ??= closeAll().finally(end);
      return closed;
    };
    const running = runningAt(server, host, shared, close);
    return interception === undefined ? running : {...running, interception};
  } catch (error) {
    await server.close(0);
    await interception?.close();
    await open?.close();
    throw error;
  }
}

/** The host at which this process can reach a listener: loopback if it listens on every address. */
const reachableHost = (host: string) => ({'0.0.0.0': '127.0.0.1', '::': '::1'})[host] ?? host;

function runningAt(server: ListeningServer, host: string, shared: Shared, close: () => Promise<void>): RunningSandbox {
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`;
  return {
    url,
    port: server.port,
    version,
    account: (name, options) => {
      const made = options === undefined ? undefined : makeAccount(name, options, shared);
      return handleOf(name, shared, accountKey(name), made);
    },
    checkLostAnswers: (run, options) => checkLostAnswers(shared, url, run, options),
    close,
    [Symbol.asyncDispose]: close,
    ...handleOf(defaultAccount, shared, namedKeys[0]![0]),
  };
}

/** Imports the interception of hosts when it is needed, because most sandboxes do not need it. */
async function openInterception(
  options: InterceptOptions,
  counter: ReachCounter,
  server: ListeningServer,
): Promise<RunningInterception> {
  const [{intercept}, {serveHttp2}] = await Promise.all([
    import('../intercept/interception.js'),
    import('../http/http2.js'),
  ]);
  const http2 = serveHttp2(server.answer);
  const opened = await intercept(options, counter, {...server, takeHttp2: http2.take});
  const {close} = opened;
  return Object.assign(opened, {close: () => http2.close().then(close)});
}
