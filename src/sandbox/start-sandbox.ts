import {existsSync} from 'node:fs';
import {defaultAccount} from '../accounts/accounts.js';
import type {FaultKind} from '../faults/fault-kind.js';
import {recordUnreadable} from '../http/exchanges/record-exchanges.js';
import {accountKey} from '../http/security/keys.js';
import {namedKeys} from '../http/security/named-keys.js';
import {type ListeningServer, listen} from '../http/server.js';
import type {Interception, RunningInterception} from '../intercept/interception.js';
import {ReachCounter} from '../intercept/reach-counter.js';
import {type CacheCapacities, Caches} from '../operations/caches.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import {catalog as standardCatalog} from '../resources/index.js';
import {settingsOf} from '../settings.js';
import {version} from '../version.js';
import {checkAddedKeys} from './added-keys.js';
import {assemble} from './assemble.js';
import {type OpenSandbox, openSandbox} from './data/open-sandbox.js';
import {type AccountHandle, type AccountOptions, handleOf, makeAccount, type Shared} from './handles/account-handle.js';
import type {AsyncDispose} from './handles/async-dispose.js';
import {openInterception} from './intercepted.js';
import type {CheckResult} from './lost-answers/check.js';
import {checkClient, type LostAnswerOptions, type RunClient} from './lost-answers/check-client.js';
import {checkOptions} from './options/check-options.js';
import {makeParts} from './parts.js';
import {faultsOf} from './start-faults.js';
import type {StartOptions} from './start-options.js';

/** A sandbox that listens; by itself, a handle of the default account. */
export interface RunningSandbox extends AccountHandle, AsyncDispose {
  /** `http://127.0.0.1:4080` */
  readonly url: string;
  readonly port: number;
  readonly version: string;
  /** Where clients are led that name another host; undefined where the option `intercept` was left out. */
  readonly interception?: Interception;
  /**
   * The account of this name, made when it is first used; its key is `sbx_<name>`. With options it is made at once.
   * @throws ApiError where options are given for an account that is there
   */
  account(name: string, options?: AccountOptions): AccountHandle;
  /**
   * Runs a client once without faults, and once for each of its writes with the answer to that lost, each on an account of
   * its own, and tells what it made of that: `healed`, `reported`, `duplicated`, `lost`, `corrupt` or `hung`.
   * @param run runs the client from its beginning to its end with the key that it is given; it throws, or resolves with
   *   another number than 0, where the client fails
   * @throws RefusedCheck, an Error, where that would show nothing: the client fails without faults, or writes nothing
   */
  checkLostAnswers(run: RunClient, options?: LostAnswerOptions): Promise<CheckResult>;
  /** Finishes the requests in flight, writes what is to be kept, and leaves nothing open. */
  close(): Promise<void>;
}

/**
 * Starts a sandbox and resolves once it listens.
 * @throws TypeError where an option is wrong or unknown; RangeError where the heap has no room for so many constituents; the system's own error, with a `code`,
 *   where the address can't be listened on or a file can't be read; SnapshotError where a file can't be loaded, LockedError where another process has it
 */
export const startSandbox = (options: StartOptions = {}): Promise<RunningSandbox> =>
  startSandboxOf(standardCatalog, options);

/**
 * The same, with what is not a user's to choose.
 * @param catalog the kinds of record
 * @param capacities of the caches
 */
export async function startSandboxOf(
  catalog: Catalog,
  options: StartOptions = {},
  capacities?: CacheCapacities,
  kindsOfFault?: readonly FaultKind[],
): Promise<RunningSandbox> {
  checkOptions(options);
  checkAddedKeys(options.keys ?? []);
  const faults = faultsOf(catalog, options, kindsOfFault);
  const {host = '127.0.0.1'} = options;
  const server = await listen(options.port ?? 0, host);
  let open: OpenSandbox | undefined;
  let interception: RunningInterception | undefined;
  try {
    const hadData = options.data !== undefined && existsSync(options.data);
    open = await openSandbox(catalog, options, settingsOf(options), capacities);
    const counter = new ReachCounter();
    interception = options.intercept && (await openInterception(options.intercept, counter, server));
    const caches = new Caches(capacities);
    const at = {host: reachableHost(host), port: server.port};
    const {shared, close} = await makeParts({catalog, options, open, faults, hadData, caches, interception, at});
    const assembly = {host, isStandard: catalog === standardCatalog, counter};
    server.serve(assemble(shared, options, assembly).callback(), recordUnreadable(shared.exchanges));
    const {close: closeData} = open;
    const closeAll = async () => {
      await server.close();
      await interception?.close();
      await closeData();
    };
    const running = runningAt(server, host, shared, closingOnce(close.begin, closeAll, close.end));
    return interception === undefined ? running : {...running, interception};
  } catch (error) {
    await server.close(0);
    await interception?.close();
    await open?.close();
    throw error;
  }
}

/** Where this process reaches what listens at a host: at every address it listens at the machine's own. */
const reachableHost = (host: string) => ({'0.0.0.0': '127.0.0.1', '::': '::1'})[host] ?? host;

function runningAt(server: ListeningServer, host: string, shared: Shared, close: () => Promise<void>): RunningSandbox {
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`;
  return {
    url,
    port: server.port,
    version,
    account: (name, options) => {
      if (options !== undefined) {
        makeAccount(name, options, shared);
      }
      return handleOf(name, shared, accountKey(name));
    },
    checkLostAnswers: (run, options = {}) => checkClient(shared, url, run, options),
    close,
    [Symbol.asyncDispose]: close,
    ...handleOf(defaultAccount, shared, namedKeys[0]![0]),
  };
}

/**
 * Closes once, however often it is asked to.
 * @param begin told at once: what waits has to end
 * @param end told last, when all is answered and written
 */
function closingOnce(begin: () => void, closeAll: () => Promise<void>, end: () => void): () => Promise<void> {
  let closed: Promise<void> | undefined;
  return () => {
    begin();
    closed ??= closeAll().finally(end);
    return closed;
  };
}
