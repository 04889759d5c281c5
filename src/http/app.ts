import Koa from 'koa';
import type {Accounts} from '../accounts/accounts.js';
import type {ExchangeBus} from '../exchanges/bus.js';
import type {FindBrokenRules} from '../exchanges/exchange.js';
import type {FaultRules} from '../faults/fault-rules.js';
import type {Way} from '../intercept/connection.js';
import type {Caches} from '../operations/caches.js';
import {matcherOf} from '../operations/match.js';
import type {Operation} from '../operations/operation.js';
import type {Settings} from '../settings.js';
import {recordExchanges} from './exchanges/record-exchanges.js';
import {applyFaultAfter, applyFaultBefore} from './faults/apply-faults.js';
import {Waiting} from './faults/reply-parts.js';
import {authenticate, type Keys, readAsOf} from './guard/authenticate.js';
import {followProxy} from './guard/forwarded.js';
import {shownKeys} from './guard/named-keys.js';
import {allowOrigins, refuseForeignWrites} from './guard/origin.js';
import {limitRate} from './guard/rate-limit.js';
import {checkHost, checkUrl, namedHosts, namesOf, normalizeTarget, serveIfActive} from './guard/target.js';
import {trustedProxies} from './guard/trusted-proxies.js';
import {type ConsoleOptions, serveConsole} from './pages/serve-console.js';
import {health, type MakeDocument, ready, serveDocs, serveDocument} from './pages/serve-pages.js';
import {reportErrors} from './report-errors.js';
import type {Replaying, RequestState, RequestStep} from './request-state.js';
import {type AdminOptions, serveAdmin} from './serve-admin.js';
import {serveListener} from './serve-listener.js';
import {matchOperation, serveOperations} from './serve-operations.js';
import {type FindViolations, validateReplies} from './validate-replies.js';

export interface AppOptions {
  readonly accounts: Accounts;
  readonly keys: Keys;
  readonly operations: readonly Operation[];
  readonly settings: Settings;
  readonly caches: Caches;
  /** Serves `/_sandbox`. Default: not served */
  readonly admin?: AdminOptions;
  /** The console, or the reason why it is off. */
  readonly console?: ConsoleOptions | string;
  readonly version: string;
  /** Documents that need no key, by path: `/openapi.json`. */
  readonly documents: Readonly<Record<string, MakeDocument>>;
  /** Validates responses against the contract. Default: no validation */
  readonly findViolations?: FindViolations;
  /** Accepted host names, in addition to this machine's own. */
  readonly hosts: readonly string[];
  /** True to accept host names without a dot as well. Default: false */
  readonly inContainer?: boolean;
  readonly intercepted?: {readonly hosts: readonly string[]; onRequest(way: Way): void};
  /** Proxies whose headers are trusted for the client's origin. */
  readonly trustProxy?: readonly string[];
  /** True if pages of other origins may use the sandbox. */
  readonly cors: boolean;
  /** Fault rules. Default: none */
  readonly faults?: FaultRules;
  readonly closing: AbortSignal;
  readonly exchanges: ExchangeBus;
  readonly replaying?: Replaying | undefined;
  /** Adds the exchange's number and broken rules to responses: `X-Sandbox-Request`, `X-Sandbox-Findings`. */
  readonly findBrokenRules?: FindBrokenRules;
  /** Called for every internal error. Client input must never cause one. */
  readonly onError: (error: unknown) => void;
}

/** A client that disconnects during a response is not an internal error. */
const brokenOff = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** The order of the middleware matters; the comments give the reasons. */
export function createApp(options: AppOptions): Koa<RequestState> {
  const app = new Koa<RequestState>();
  const {accounts, settings, caches} = options;
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (!brokenOff.has(error.code ?? '')) {
      options.onError(error);
    }
  });
  app.use(normalizeTarget); // before any middleware reads the path
  const {faults, closing, exchanges, findBrokenRules, replaying} = options;
  const recording = {bus: exchanges, accounts, findBrokenRules, replaying};
  app.use(recordExchanges(recording)); // records errors as well
  const faultOptions = faults && {faults, waiting: new Waiting(closing), exchanges, replaying};
  const match = matchOperation(matcherOf(options.operations, {asService: true}));
  app.use(applyFaultAfter(faultOptions, match)); // before authentication: a 401 has an operation as well
  const violations = options.findViolations && {count: 0};
  if (violations !== undefined) {
    app.use(validateReplies(options.findViolations!, violations, options.onError)); // also validates error responses
  }
  app.use(reportErrors(options.onError)); // outside every middleware that can throw
  const checkName = namesOf([...options.hosts, ...(options.intercepted?.hosts ?? [])], options.inContainer);
  app.use(checkHost(checkName)); // before any response, including /health
  if (options.trustProxy !== undefined && options.trustProxy.length > 0) {
    app.use(followProxy(trustedProxies(options.trustProxy), checkName)); // before any middleware writes a URL
  }
  if (options.intercepted !== undefined) {
    app.use(namedHosts(options.intercepted.hosts, options.intercepted.onRequest)); // before any key is read
  }
  if (options.cors) {
    app.use(allowOrigins); // before authentication: a preflight carries no key
  }
  app.use(checkUrl); // before any parameter is read
  app.use(serveIfActive(accounts)); // before any account is found or created
  app.use(
    unlessOperation(
      health(accounts, options.version, violations), // needs no key
      ready, // needs no key
      ...Object.entries(options.documents).map(document => serveDocument(...document)), // need no key
      serveDocs({
        version: options.version,
        ...shownKeys(options.keys.file !== undefined),
        hasConsole: typeof options.console === 'object',
      }), // needs no key
      serveConsole(options.console ?? 'There is no console'), // needs no key: the page itself sends one
      serveListener(accounts), // its UUID replaces the key
    ),
  );
  if (!options.cors) {
    app.use(refuseForeignWrites); // after the listener, which accepts forms from other origins
  }
  app.use(authenticate(options.keys)); // before the body is read; selects the account
  app.use(readAsOf(options.admin)); // after authentication, before faults and rate limits count
  if (options.admin !== undefined) {
    const admin = serveAdmin(options.admin, options.closing);
    const serve: RequestStep = (ctx, next) => (ctx.state.traced ? next() : admin(ctx, next));
    app.use(unlessOperation(serve)); // after authentication: acts on the key's account
  }
  const serve = serveOperations(caches, options.operations, options.exchanges);
  app.use((ctx, next) => (ctx.state.surface === 'as-of' ? serve(ctx, next) : next())); // no faults, no rate limit
  // A fault comes after authentication, because rules belong to the key's account, and before the rate limit, because a
  // request that fails on its way to the service does not count there.
  const {rateLimit} = settings;
  if (rateLimit !== undefined) {
    app.use(applyFaultBefore(faultOptions, limitRate(rateLimit))); // after admin requests, which never count
  }
  app.use(rateLimit === undefined ? applyFaultBefore(faultOptions, serve) : serve); // reads the body, if any
  return app;
}

/** Tries each middleware in turn, but skips them all for a request that matches an operation, as most requests do. */
function unlessOperation(...served: ReadonlyArray<RequestStep>): RequestStep {
  return (ctx, next) => {
    if (ctx.state.match.kind === 'operation') {
      return next();
    }
    const first = served.reduceRight<() => Promise<void>>((after, serve) => async () => serve(ctx, after), next);
    return first();
  };
}
