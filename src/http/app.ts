import Koa from 'koa';
import type {Operation} from '../operations/operation.js';
import type {Settings} from '../settings.js';
import type {Sandbox} from '../store/sandbox.js';
import {allowOrigins} from './allow-origins.js';
import {authenticate} from './authenticate.js';
import {checkHost} from './check-host.js';
import {serveDocs} from './docs-page/serve-docs.js';
import {health} from './health.js';
import {type Keys, namedKeys} from './keys.js';
import {limitRate} from './limit-rate.js';
import {type LoggedRequest, logRequests} from './log-requests.js';
import {reportErrors} from './report-errors.js';
import type {RequestState} from './request-state.js';
import {route} from './route.js';
import {type ControlOptions, serveControls} from './serve-controls.js';
import {type MakeDocument, serveDocument} from './serve-document.js';
import {type FindFaults, Violations, validateReplies} from './validate-replies.js';

export interface AppOptions {
  readonly sandbox: Sandbox;
  readonly keys: Keys;
  readonly operations: readonly Operation[];
  readonly settings: Settings;
  /** What `/_sandbox` serves; nothing where it is left out. */
  readonly control?: Omit<ControlOptions, 'sandbox' | 'settings'>;
  readonly version: string;
  readonly makeDocument: MakeDocument;
  /** Says what about a reply is not as the contract has it; no reply is looked at where it is left out. */
  readonly findFaults?: FindFaults;
  /** Names, besides this machine's own, that it answers to. */
  readonly hosts: readonly string[];
  /** Whether pages of other origins may use it. */
  readonly cors: boolean;
  readonly onRequest?: (request: LoggedRequest) => void;
  /** Told of every fault of the sandbox's own: what a client sends never causes one. */
  readonly onFault: (error: unknown) => void;
}

/** A client that goes away in the middle of an answer is no fault of the sandbox's. */
const brokenOff = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** The way of a request. The order matters; each step says why it stands where it does. */
export function createApp(options: AppOptions): Koa<RequestState> {
  const app = new Koa<RequestState>();
  const {settings} = options;
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (!brokenOff.has(error.code ?? '')) {
      options.onFault(error);
    }
  });
  if (options.onRequest !== undefined) {
    app.use(logRequests(options.onRequest)); // around everything: what is refused is logged too
  }
  const violations = options.findFaults && new Violations();
  if (violations !== undefined) {
    app.use(validateReplies(options.findFaults!, violations, options.onFault)); // errors are replies too
  }
  app.use(reportErrors(options.onFault)); // around all that can refuse
  app.use(checkHost(options.hosts)); // before anything is answered, /health included
  if (options.cors) {
    app.use(allowOrigins()); // a preflight carries no key
  }
  app.use(health(options.sandbox, options.version, violations)); // needs no key
  app.use(serveDocument(options.makeDocument)); // nor does this
  app.use(serveDocs(namedKeys[0]![0])); // nor the page that shows it
  app.use(authenticate(options.keys)); // before a body is read; picks the account
  if (options.control !== undefined) {
    app.use(serveControls({...options.control, sandbox: options.sandbox, settings})); // acts on the key's account
  }
  if (settings.rateLimit !== undefined) {
    app.use(limitRate(settings.rateLimit)); // what a test does to the sandbox itself never counts
  }
  app.use(route(options.operations, settings)); // reads the body only where the operation takes one
  return app;
}
