import Koa from 'koa';
import type {Operation} from '../operations/operation.js';
import type {Sandbox} from '../store/sandbox.js';
import {allowOrigins} from './allow-origins.js';
import {authenticate} from './authenticate.js';
import {checkHost} from './check-host.js';
import {health} from './health.js';
import type {Keys} from './keys.js';
import {type LoggedRequest, logRequests} from './log-requests.js';
import {reportErrors} from './report-errors.js';
import type {RequestState} from './request-state.js';
import {route} from './route.js';
import {type ControlOptions, serveControls} from './serve-controls.js';

export interface AppOptions {
  readonly sandbox: Sandbox;
  readonly keys: Keys;
  readonly operations: readonly Operation[];
  /** What `/_sandbox` serves; nothing where it is left out. */
  readonly control?: Omit<ControlOptions, 'sandbox'>;
  readonly version: string;
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
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (!brokenOff.has(error.code ?? '')) {
      options.onFault(error);
    }
  });
  if (options.onRequest !== undefined) {
    app.use(logRequests(options.onRequest)); // around everything: what is refused is logged too
  }
  app.use(reportErrors(options.onFault)); // around all that can refuse
  app.use(checkHost(options.hosts)); // before anything is answered, /health included
  if (options.cors) {
    app.use(allowOrigins()); // a preflight carries no key
  }
  app.use(health(options.sandbox, options.version)); // needs no key
  app.use(authenticate(options.keys)); // before a body is read; picks the account
  if (options.control !== undefined) {
    app.use(serveControls({...options.control, sandbox: options.sandbox})); // acts on the key's account
  }
  app.use(route(options.operations)); // reads the body only where the operation takes one
  return app;
}
