import Koa from 'koa';
import type {Accounts} from '../accounts/accounts.js';
import type {ExchangeBus} from '../exchanges/bus.js';
import type {FullExchange} from '../exchanges/exchange.js';
import type {FaultRules} from '../faults/fault-rules.js';
import type {Way} from '../intercept/connection.js';
import type {Caches} from '../operations/caches.js';
import {matcherOf} from '../operations/match.js';
import type {Operation} from '../operations/operation.js';
import type {Settings} from '../settings.js';
import {followProxy} from './address/follow-proxy.js';
import {trustedProxies} from './address/trusted-proxies.js';
import {readAsOf} from './api/read-as-of.js';
import {matchOperation, serveOperations} from './api/serve-operations.js';
import {type FindViolations, Violations, validateReplies} from './api/validate-replies.js';
import {type ConsoleOptions, serveConsole} from './console/serve-console.js';
import {recordExchanges} from './exchanges/record-exchanges.js';
import {applyFaultAfter, applyFaultBefore} from './faults/apply-faults.js';
import type {FaultStep} from './faults/fault-context.js';
import {Waiting} from './faults/waiting.js';
import {health} from './health.js';
import {serveListener} from './listener/serve-listener.js';
import {limitRate} from './rate-limit/rate-limit.js';
import {reportErrors} from './report-errors.js';
import type {RequestState} from './request-state.js';
import {allowOrigins} from './security/allow-origins.js';
import {authenticate} from './security/authenticate.js';
import {checkHost, namesOf} from './security/check-host.js';
import type {Keys} from './security/keys.js';
import {namedKeys} from './security/named-keys.js';
import {type AdminOptions, serveAdmin} from './serve-admin.js';
import {type MakeDocument, serveDocument} from './serve-document.js';
import {serveDocs} from './serve-reference.js';
import {serveRules} from './serve-rules.js';
import {checkUrl} from './target/check-url.js';
import {refuseForeignWrites} from './target/foreign-origin.js';
import {namedHosts} from './target/named-hosts.js';
import {normalizeTarget} from './target/request-target.js';
import {unlessOperation} from './unless-operation.js';

export interface AppOptions {
  readonly accounts: Accounts;
  readonly keys: Keys;
  readonly operations: readonly Operation[];
  readonly settings: Settings;
  readonly caches: Caches;
  /** What `/_sandbox` serves; nothing where it is left out. */
  readonly admin?: AdminOptions;
  /** The console, or why there is none. */
  readonly console?: ConsoleOptions | string;
  readonly version: string;
  /** Documents that need no key, by their paths: `/openapi.json`. */
  readonly documents: Readonly<Record<string, MakeDocument>>;
  /** Says what about a reply is not as the contract has it; no reply is looked at where it is left out. */
  readonly findViolations?: FindViolations;
  /** Names, besides this machine's own, that it answers to. */
  readonly hosts: readonly string[];
  /** Names of other hosts that clients were led here for, and who is told of their requests. */
  readonly intercepted?: {readonly hosts: readonly string[]; onRequest(way: Way): void};
  /** Proxies that tell the address which a client asked at. */
  readonly trustProxy?: readonly string[];
  /** Whether pages of other origins may use it. */
  readonly cors: boolean;
  /** What is done to requests on purpose; nothing where it is left out. */
  readonly faults?: FaultRules;
  /** Aborted when the sandbox is about to close. */
  readonly closing: AbortSignal;
  /** Where each request and what it did is published. */
  readonly exchanges: ExchangeBus;
  /** Has replies tell the number of their exchange and the rules it breaks: `X-Sandbox-Request`, `X-Sandbox-Findings`. */
  readonly tellFindings?: (exchange: FullExchange) => readonly string[];
  /** Told of every error of the sandbox's own: what a client sends never causes one. */
  readonly onError: (error: unknown) => void;
}

/** A client that goes away in the middle of an answer is no error of the sandbox's. */
const brokenOff = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** The way of a request. The order matters; each step says why it stands where it does. */
export function createApp(options: AppOptions): Koa<RequestState> {
  const app = new Koa<RequestState>();
  const {accounts, settings, caches} = options;
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (!brokenOff.has(error.code ?? '')) {
      options.onError(error);
    }
  });
  app.use(normalizeTarget); // before anything looks at the path
  app.use(recordExchanges({bus: options.exchanges, tellFindings: options.tellFindings})); // around everything: what is refused is published too
  const {withFaultAfter, withFaultBefore} = faultSteps(options);
  const match = matchOperation(matcherOf(options.operations, {asService: true}));
  app.use(withFaultAfter(match)); // a 401 knows its operation too; what a fault makes of an answer is published
  const violations = options.findViolations && new Violations();
  if (violations !== undefined) {
    app.use(validateReplies(options.findViolations!, violations, options.onError)); // errors are replies too
  }
  app.use(reportErrors(options.onError)); // around all that can refuse
  const checkName = namesOf([...options.hosts, ...(options.intercepted?.hosts ?? [])]);
  app.use(checkHost(checkName)); // before anything is answered, /health included
  if (options.trustProxy !== undefined && options.trustProxy.length > 0) {
    app.use(followProxy(trustedProxies(options.trustProxy), checkName)); // before anything writes an address
  }
  if (options.intercepted !== undefined) {
    app.use(namedHosts(options.intercepted.hosts, options.intercepted.onRequest)); // the same, and before a key is read
  }
  if (options.cors) {
    app.use(allowOrigins()); // a preflight carries no key
  }
  app.use(checkUrl); // before a parameter is read
  app.use(
    unlessOperation(
      health(accounts, options.version, violations), // needs no key
      ...Object.entries(options.documents).map(document => serveDocument(...document)), // nor do these
      serveRules(), // nor what the findings point at
      serveDocs(namedKeys[0]![0], options.version, typeof options.console === 'object'), // nor the page that shows it
      serveConsole(options.console ?? 'There is no console'), // nor the console, which sends one itself
      serveListener(accounts), // its uuid stands for the key
    ),
  );
  if (!options.cors) {
    app.use(refuseForeignWrites); // behind the listener, whose forms stand on pages of others
  }
  app.use(authenticate(options.keys)); // before a body is read; picks the account
  app.use(readAsOf(options.admin)); // behind the key, and before anything counts
  if (options.admin !== undefined) {
    const admin = serveAdmin(options.admin, options.closing);
    app.use(unlessOperation(admin)); // acts on the key's account
  }
  const serve = serveOperations(caches, options.operations, options.exchanges);
  app.use((ctx, next) => (ctx.state.surface === 'as-of' ? serve(ctx, next) : next())); // the past fails on no fault, and counts in no limit
  const {rateLimit} = settings;
  if (rateLimit !== undefined) {
    app.use(withFaultBefore(limitRate(rateLimit))); // what a test does to the sandbox itself never counts
  }
  app.use(rateLimit === undefined ? withFaultBefore(serve) : serve); // reads the body only where the operation takes one
  return app;
}

/**
 * The steps around which injected faults stand. The rules are those of the key's account, so that they come behind it; and
 * before the limit, because what fails on its way to the service does not count there.
 */
function faultSteps({faults, closing, exchanges: {unanswered}}: AppOptions) {
  const same = (step: FaultStep) => step;
  if (faults === undefined) {
    return {withFaultAfter: same, withFaultBefore: same};
  }
  const options = {faults, waiting: new Waiting(closing), unanswered};
  return {
    withFaultAfter: (step: FaultStep) => applyFaultAfter(options, step),
    withFaultBefore: (step: FaultStep) => applyFaultBefore(options, step),
  };
}
