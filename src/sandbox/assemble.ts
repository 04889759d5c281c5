import {adminOperations} from '../admin/index.js';
import {createApp} from '../http/app.js';
import {Keys} from '../http/guard/authenticate.js';
import type {KeysFile} from '../http/guard/keys-file.js';
import {isContainer} from '../http/guard/target.js';
import {type ConsoleOptions, consoleConfig} from '../http/pages/serve-console.js';
import type {ReachCounter} from '../intercept/reach-counter.js';
import {atServer, preparedDocument} from '../openapi/prepared-document.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import {ConsoleFiles} from '../pages/console-files.js';
import {readCheckPage} from '../pages/last-check.js';
import {hostName} from '../preload/hosts.js';
import {version} from '../version.js';
import type {Shared} from './handle-of.js';
import {hostOf} from './options/table.js';
import type {StartOptions} from './start-options.js';

/** Imported with the first request for the document, for a fast startup. */
const publish = async (catalog: Catalog) => (await import('../openapi/served-document.js')).servedDocument(catalog);

/** @param isStandard true for the standard catalog, whose document the build has prepared */
export function assemble(
  shared: Shared,
  options: StartOptions,
  isStandard: boolean,
  counter: ReachCounter,
  keys?: KeysFile,
) {
  const {closing, replaying, ...parts} = shared;
  const {adminKey, allowHosts = [], intercept} = options;
  const {accounts, catalog, caches, exchanges} = parts;
  return createApp({
    accounts,
    keys: new Keys(accounts, options.keys ?? [], keys),
    operations: catalog.operations,
    settings: accounts.settings,
    caches,
    ...(options.admin !== false && {
      admin: {adminOperations, parts, needsRole: keys !== undefined, ...(adminKey !== undefined && {adminKey})},
    }),
    console: consoleOf(options),
    version,
    documents: {
      '/openapi.json': async server =>
        isStandard ? atServer(await preparedDocument(), server) : (await publish(catalog)).documentAt(server),
      '/seed.schema.json': async () => (await import('../openapi/seed-schema.js')).seedSchema(catalog),
    },
    ...(options.validateReplies && {findViolations: async reply => (await publish(catalog)).violationsOf(reply)}),
    hosts: [hostOf(options), ...allowHosts],
    inContainer: replaying === undefined ? isContainer() : (replaying.inContainer ?? false),
    ...(intercept && {
      intercepted: {hosts: intercept.hosts.map(hostName), onRequest: way => counter.intercepted(way)},
    }),
    ...(options.trustProxy && {trustProxy: options.trustProxy}),
    cors: options.cors ?? false,
    faults: parts.faults,
    closing,
    exchanges,
    replaying,
    ...(options.headers && {findBrokenRules: parts.inspector.brokenBy}),
    onError: options.onError ?? (() => undefined),
  });
}

/** The console's options, or the reason why it is off. */
function consoleOf({ui, admin, adminKey, keysFile}: StartOptions): ConsoleOptions | string {
  const isProtected = adminKey !== undefined || keysFile !== undefined;
  if (ui === false) {
    return 'There is no console: the sandbox was started with --no-ui';
  }
  return admin === false
    ? 'There is no console: the sandbox was started with --no-admin, and a console does all that it does by /_sandbox'
    : {
        files: new ConsoleFiles(),
        config: consoleConfig(isProtected, version),
        ...(!isProtected && {readCheckPage}), // the page is public, but a check shows a command's output
      };
}
