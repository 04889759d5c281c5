import {readFileSync} from 'node:fs';
import {defaultAccount} from '../accounts/accounts.js';
import {overridesIn} from '../admin/overrides.js';
import {ApiError, badRequest, InvalidArgumentError} from '../errors.js';
import type {FaultKind} from '../faults/fault-kind.js';
import {standardKinds} from '../faults/fault-kinds.js';
import {FaultRules} from '../faults/fault-rules.js';
import type {Override} from '../faults/rules/override.js';
import {readOverrides} from '../faults/rules/read-overrides.js';
import {type Rule, readRules, rulesOfScenarios} from '../faults/rules/read-rules.js';
import {recordUnreadable} from '../http/exchanges/record-exchanges.js';
import {accountKey} from '../http/guard/authenticate.js';
import {namedKeys} from '../http/guard/named-keys.js';
import type {Replaying} from '../http/request-state.js';
import {type RunningServer, startServer} from '../http/server.js';
import type {Interception, InterceptOptions, RunningInterception} from '../intercept/interception.js';
import {ReachCounter} from '../intercept/reach-counter.js';
import {limits} from '../limits.js';
import {type CacheCapacities, Caches} from '../operations/caches.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import {catalog as standardCatalog} from '../resources/index.js';
import {version} from '../version.js';
import type {AccountHandle, AccountOptions, ArmedOverrides, AsyncDispose} from './account-handle.js';
import {assemble} from './assemble.js';
import type {OpenTrial, TrialWiring} from './check/run.js';
import type {CheckedCommand, CheckOptions, CheckResult, RunClient} from './check/types.js';
import {armOverrides, handleOf, makeAccount, type Shared} from './handle-of.js';
import {type Fetch, fetchFrom} from './in-process/fetch.js';
import {addressOf, certificateOf, readKeys, urlOf} from './network.js';
import {type OpenSandbox, openSandbox} from './open-sandbox.js';
import {checkOptions} from './options/check-options.js';
import {jsonIn} from './options/values.js';
import {makeParts} from './parts.js';
import type {StartOptions} from './start-options.js';

/** A running sandbox; also a handle for its default account. */
export interface RunningSandbox extends AccountHandle, AsyncDispose {
  /** `http://127.0.0.1:4080`; with `listen: false`, `http://crm-sandbox.invalid`, which only `fetch` reaches. */
  readonly url: string;
  /** 0 with `listen: false`. */
  readonly port: number;
  readonly version: string;
  /** Sends a request like the global `fetch`, without a port, to any origin or a path: see `docs/test/states.md`. */
  readonly fetch: Fetch;
  /** The interception of hosts; undefined without the option `intercept`. */
  readonly interception?: Interception;
  /**
   * Returns the account with this name; its key is `sbx_<name>`. It is created on first use; with options, immediately.
   * @throws ApiError if options are given for an existing account
   */
  account(name: string, options?: AccountOptions): AccountHandle;
  /**
   * Adds overrides after the existing ones, for every account. A reset does not remove them.
   * @returns a function that removes them; `await using` removes them at the end of the scope
   */
  override(overrides: Override | readonly Override[]): Promise<ArmedOverrides>;
  /**
   * Breaks a client in every relevant way, one at a time, and compares the result of each trial with a run without
   * faults. Each run has a separate sandbox with the default account's baseline: see `docs/test/check.md`.
   * @param client a command, or a function that runs the client from start to end with the given URL and key; to report
   * a failure, a function throws, or resolves with a number other than 0
   * @throws RefusedCheck if the client fails without faults, or if two such runs write different data
   */
  check(client: CheckedCommand | RunClient, options?: CheckOptions): Promise<CheckResult>;
  /** Replaced by `check`. @throws InvalidArgumentError that names it */
  checkLostAnswers(): never;
  /** Finishes requests in flight, saves data and releases all resources. */
  close(): Promise<void>;
}

/**
 * Starts a sandbox and resolves when it listens or, with `listen: false`, when `fetch` reaches it.
 * @throws InvalidArgumentError for an invalid option; ApiError if the heap is too small for the constituents;
 *   SnapshotError or ApiError for an invalid file; LockedError for a file in use; the system's own error, such as
 *   `EADDRINUSE`, for an unavailable address or file
 */
export const startSandbox = (options: StartOptions = {}): Promise<RunningSandbox> =>
  startSandboxOf(standardCatalog, options);

/** Starts a sandbox whose decisions come from a trace. */
export const startReplay = async (options: StartOptions, replaying: Replaying): Promise<RunningSandbox> =>
  (await startParts(standardCatalog, options, {replaying})).sandbox;

/** Starts a sandbox with settings that users cannot choose. */
export const startSandboxOf = async (
  catalog: Catalog,
  options: StartOptions = {},
  capacities?: CacheCapacities,
  kindsOfFault?: readonly FaultKind[],
): Promise<RunningSandbox> => (await startParts(catalog, options, {capacities, kindsOfFault})).sandbox;

/** Settings that users cannot choose. */
interface Internals {
  readonly capacities?: CacheCapacities | undefined;
  readonly kindsOfFault?: readonly FaultKind[] | undefined;
  readonly replaying?: Replaying;
  readonly trial?: TrialWiring;
}

async function startParts(catalog: Catalog, options: StartOptions, internals: Internals) {
  checkOptions(options);
  const {capacities, kindsOfFault, replaying, trial} = internals;
  const faults = faultsOf(catalog, options, kindsOfFault, trial?.rules);
  const keys = await readKeys(options);
  const server = await startServer(addressOf(options), await certificateOf(options));
  let open: OpenSandbox | undefined;
  let interception: RunningInterception | undefined;
  try {
    open = await openSandbox(catalog, options, urlOf(options, server.port), capacities, trial);
    const counter = new ReachCounter();
    interception = options.intercept && (await openInterception(options.intercept, counter, server));
    const caches = new Caches(capacities);
    const to = {port: server.port, createConnection: () => server.connect()};
    const start = {catalog, options, open, faults, caches, interception, to, replaying};
    const {shared, closing, end} = await makeParts(start);
    const app = assemble(shared, options, catalog === standardCatalog, counter, keys).callback();
    server.serve(trial?.around(app) ?? app, recordUnreadable(shared.exchanges, shared.accounts));
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
    const openTrial: OpenTrial = async (change, wiring) => {
      const {
        data,
        exportOnExit,
        trace,
        host,
        listen,
        tlsCert,
        tlsKey,
        keysFile,
        accountTtl,
        recover,
        onRequest,
        onExchange,
        onFinding,
        onProgress,
        onNotice,
        ...kept
      } = options;
      const own = {...kept, overrides: overridesIn(faults), ...change, port: 0};
      const trial = {...wiring, givenLists: open!.accounts.givenLists};
      const {sandbox, shared} = await startParts(catalog, own, {capacities, kindsOfFault, trial});
      return {sandbox, shared};
    };
    const sandbox = runningAt(server, urlOf(options, server.port), shared, close, openTrial);
    return {sandbox: interception === undefined ? sandbox : {...sandbox, interception}, shared};
  } catch (error) {
    await server.close(0);
    await interception?.close();
    await open?.close();
    throw error;
  }
}

function runningAt(
  server: RunningServer,
  url: string,
  shared: Shared,
  close: () => Promise<void>,
  openTrial: OpenTrial,
): RunningSandbox {
  return {
    url,
    port: server.port,
    version,
    fetch: fetchFrom(server, url),
    account: (name, options) => {
      const made = options ? makeAccount(name, options, shared) : undefined;
      return handleOf(name, shared, accountKey(name), made);
    },
    override: overrides => armOverrides([overrides].flat(), shared),
    check: async (client, options) => (await import('./check/check.js')).check(client, options, shared, openTrial),
    checkLostAnswers: () => {
      throw new InvalidArgumentError(
        'checkLostAnswers was replaced: use sandbox.check(run, options), see docs/test/check.md',
      );
    },
    close,
    [Symbol.asyncDispose]: close,
    ...handleOf(defaultAccount, shared, namedKeys[0]![0]),
  };
}

/** Imports the interception of hosts on demand, because most sandboxes do not need it. */
async function openInterception(
  options: InterceptOptions,
  counter: ReachCounter,
  server: RunningServer,
): Promise<RunningInterception> {
  const [{intercept}, {serveHttp2}] = await Promise.all([
    import('../intercept/interception.js'),
    import('../http/http2.js'),
  ]);
  const http2 = serveHttp2(server.respond);
  const opened = await intercept(options, counter, {...server, takeHttp2: http2.take});
  const {close} = opened;
  return Object.assign(opened, {close: () => http2.close().then(close)});
}

/**
 * Parses the fault rules of the start options.
 * @param first rules that take precedence
 * @throws InvalidArgumentError that describes the mistake
 */
function faultsOf(
  {operations}: Catalog,
  options: StartOptions,
  kinds = standardKinds,
  first: readonly Rule[] = [],
): FaultRules {
  const {faults = [], scenario = []} = options;
  try {
    const ofScenarios = readRules(rulesOfScenarios(scenario), operations, 'scenario', kinds);
    const rules = [...readRules([faults].flat(), operations, 'faults', kinds), ...ofScenarios];
    const ids = rules.flatMap(({id}) => id ?? []);
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (twice !== undefined) {
      throw badRequest(`faults: two have the id ${twice}`);
    }
    if (rules.length > limits.faultRules) {
      throw badRequest(`faults: there can be ${limits.faultRules} rules at most`);
    }
    const all = new FaultRules(operations, [...first, ...rules], kinds);
    all.overrides.add(startOverrides(options, operations), null);
    return all;
  } catch (error) {
    throw error instanceof ApiError ? new InvalidArgumentError(`startSandbox: ${error.description}`) : error;
  }
}

/** Parses the overrides and reports expired ones. @throws ApiError, or the system's own error */
function startOverrides({overrides = [], onNotice}: StartOptions, operations: Catalog['operations']): readonly Rule[] {
  const isFile = typeof overrides === 'string';
  const given = isFile ? jsonIn(readFileSync(overrides, 'utf8'), overrides, InvalidArgumentError) : overrides;
  const rules = readOverrides(given, operations, isFile ? overrides : 'overrides');
  for (const {operation, override} of rules.filter(({ttl}) => (ttl ?? 1) <= 0)) {
    onNotice?.(`An override of ${operation} ended with ${override!.until}: take it out, or bring its until forward`);
  }
  return rules;
}
