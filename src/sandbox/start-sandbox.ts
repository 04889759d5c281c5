import {setMaxListeners} from 'node:events';
import {defaultAccount} from '../accounts/accounts.js';
import {adminOperations} from '../admin/index.js';
import {ExchangeBus} from '../exchanges/bus.js';
import {boundsOf} from '../exchanges/journal/bounds.js';
import {Journal} from '../exchanges/journal/journal.js';
import {requestLog} from '../exchanges/request-log.js';
import {createApp} from '../http/app.js';
import {recordUnreadable} from '../http/exchanges/record-exchanges.js';
import {accountKey, Keys} from '../http/security/keys.js';
import {namedKeys} from '../http/security/named-keys.js';
import {type ListeningServer, listen} from '../http/server.js';
import {type CacheCapacities, Caches} from '../operations/caches.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import {catalog as standardCatalog} from '../resources/index.js';
import {settingsOf} from '../settings.js';
import {version} from '../version.js';
import {type AccountHandle, type AccountOptions, handleOf, makeAccount, type Shared} from './account-handle.js';
import {checkAddedKeys} from './added-keys.js';
import {type OpenSandbox, openSandbox} from './open-sandbox.js';
import {checkOptions, type StartOptions} from './start-options.js';

/** For `await using`, where the compiler knows of it: older libraries have no such symbol. */
type AsyncDispose = SymbolConstructor extends {readonly asyncDispose: infer S extends symbol}
  ? {readonly [dispose in S]: () => Promise<void>}
  : object;

/** A sandbox that listens; by itself, a handle of the default account. */
export interface RunningSandbox extends AccountHandle, AsyncDispose {
  /** `http://127.0.0.1:4080` */
  readonly url: string;
  readonly port: number;
  readonly version: string;
  /**
   * The account of this name, made when it is first used; its key is `sbx_<name>`. With options it is made at once.
   * @throws ApiError where options are given for an account that is there
   */
  account(name: string, options?: AccountOptions): AccountHandle;
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
): Promise<RunningSandbox> {
  checkOptions(options);
  checkAddedKeys(options.keys ?? []);
  const {host = '127.0.0.1'} = options;
  const server = await listen(options.port ?? 0, host);
  let open: OpenSandbox;
  try {
    open = await openSandbox(catalog, options, settingsOf(options));
  } catch (error) {
    await server.close(0);
    throw error;
  }
  const exchanges = new ExchangeBus(defaultAccount, options.onError ?? (() => undefined));
  const journal = new Journal(defaultAccount, boundsOf(options.journalRequests, options.journalMebibytes));
  exchanges.subscribe(journal.read);
  const closing = new AbortController();
  setMaxListeners(0, closing.signal); // as many as wait at a time
  const {accounts} = open;
  accounts.onLeave = name => {
    journal.forget(name);
    exchanges.forget(name);
  };
  const shared = {accounts, catalog, caches: new Caches(capacities), exchanges, journal, closing: closing.signal};
  if (options.onRequest !== undefined) {
    exchanges.subscribe(requestLog(options.onRequest));
  }
  if (options.onExchange !== undefined) {
    exchanges.subscribe(options.onExchange);
  }
  server.serve(assemble(shared, options, host).callback(), recordUnreadable(exchanges));
  const close = closingOnce(() => closing.abort(), server, open);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`,
    port: server.port,
    version,
    account: (name, options) => {
      if (options !== undefined) {
        makeAccount(name, options, shared);
      }
      return handleOf(name, shared, accountKey(name));
    },
    close,
    [Symbol.asyncDispose]: close,
    ...handleOf(defaultAccount, shared, namedKeys[0]![0]),
  };
}

/** Closes once, however often it is asked to. */
function closingOnce(tell: () => void, server: ListeningServer, open: OpenSandbox): () => Promise<void> {
  let closed: Promise<void> | undefined;
  return () => {
    tell();
    closed ??= server.close().then(() => open.close());
    return closed;
  };
}

/** Imported when it is first asked for: a start must not wait for it. */
const publish = async (catalog: Catalog) => (await import('../openapi/served-document.js')).servedDocument(catalog);

function assemble(
  {accounts, catalog, caches, exchanges, journal, closing}: Shared,
  options: StartOptions,
  host: string,
) {
  const {adminKey} = options;
  return createApp({
    accounts,
    keys: new Keys(accounts, options.keys ?? []),
    operations: catalog.operations,
    settings: accounts.settings,
    caches,
    ...(options.admin !== false && {
      admin: {adminOperations, catalog, journal, closing, ...(adminKey !== undefined && {adminKey})},
    }),
    version,
    documents: {
      '/openapi.json': async server => (await publish(catalog)).documentAt(server),
      '/seed.schema.json': async () => (await import('../openapi/seed/seed-schema.js')).seedSchema(catalog),
    },
    ...(options.validateReplies && {findViolations: async reply => (await publish(catalog)).violationsOf(reply)}),
    hosts: [host, ...(options.allowHosts ?? [])],
    ...(options.trustProxy && {trustProxy: options.trustProxy}),
    cors: options.cors ?? false,
    exchanges,
    tellsSeq: options.headers ?? false,
    onError: options.onError ?? (() => undefined),
  });
}
