import type {Middleware, ParameterizedContext} from 'koa';
import {methodNotAllowed, notFound} from '../../errors.js';
import type {ConsoleFiles} from '../../pages/console-files.js';
import {quote} from '../../schema/fields.js';
import type {RequestState} from '../request-state.js';
import {send, sendJson} from '../send.js';
import {refuseForeignOrigin} from '../target/foreign-origin.js';
import {consoleRoot} from './console-root.js';

const methods = ['GET', 'HEAD'];

/** Allows no external resources, no inline scripts and no framing. */
const policy = ["default-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"].join('; ');

const headers = {
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  // Revalidated by ETag on every load: the next sandbox on this port may have another version.
  'Cache-Control': 'no-cache',
};

export interface ConsoleOptions {
  readonly files: ConsoleFiles;
  /** The configuration that the page loads first. Anyone can read it, so it must hold no secret. */
  readonly config: object;
}

/**
 * Serves the console without a key, like the API reference, but rejects other origins, like all of `/_sandbox`.
 * @param options or the reason why the console is off
 */
export function serveConsole(options: ConsoleOptions | string): Middleware<RequestState> {
  return (ctx, next) => {
    if (ctx.path !== consoleRoot && !ctx.path.startsWith(`${consoleRoot}/`)) {
      return next();
    }
    ctx.state.surface = 'page';
    refuseForeignOrigin(ctx, consoleRoot);
    if (typeof options === 'string') {
      throw notFound(options);
    }
    if (!methods.includes(ctx.method)) {
      throw methodNotAllowed(ctx.method, methods);
    }
    ctx.set(headers);
    return answer(ctx, options);
  };
}

async function answer(ctx: ParameterizedContext<RequestState>, {files, config}: ConsoleOptions): Promise<void> {
  const below = ctx.path.slice(consoleRoot.length + 1);
  if (below === 'config.json') {
    sendJson(ctx, config);
    return;
  }
  const found = await files.find(below);
  if (found === undefined) {
    throw notFound(`There is no file ${quote(ctx.path)}; the console is at ${consoleRoot}`);
  }
  ctx.etag = found.etag;
  ctx.status = 200; // Koa's freshness check requires a 2xx status
  if (ctx.fresh) {
    ctx.status = 304;
  } else {
    send(ctx, found.type, found.body);
  }
}
