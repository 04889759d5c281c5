import {defaultAccount} from '../../accounts/accounts.js';
import {notFound} from '../../errors.js';
import type {ConsoleConfig, ConsoleFiles} from '../../pages/console-files.js';
import {quote} from '../../schema/fields.js';
import {namedKeys} from '../guard/named-keys.js';
import {refuseForeignOrigin} from '../guard/origin.js';
import type {RequestStep} from '../request-state.js';
import {sendJson} from '../send.js';
import {consoleRoot} from './console-root.js';
import {checkMethod, isBelow, pageHeaders, sendFile} from './serve-pages.js';

/** Allows no external resources, no inline scripts and no framing. */
const headers = pageHeaders(["default-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"]);

export function consoleConfig(adminKey: string | undefined, version: string): ConsoleConfig {
  const [key, role] = namedKeys[0]!;
  return {
    key,
    account: defaultAccount,
    needsAdminKey: adminKey !== undefined,
    isReadOnly: role === 'read-only',
    version,
  };
}

export interface ConsoleOptions {
  readonly files: ConsoleFiles;
  /** The configuration that the page loads first. Anyone can read it, so it must hold no secret. */
  readonly config: object;
}

/**
 * Serves the console without a key, like the API reference, but rejects other origins, like all of `/_sandbox`.
 * @param options or the reason why the console is off
 */
export function serveConsole(options: ConsoleOptions | string): RequestStep {
  return async (ctx, next) => {
    if (!isBelow(consoleRoot, ctx)) {
      return next();
    }
    ctx.state.surface = 'page';
    refuseForeignOrigin(ctx, consoleRoot);
    if (typeof options === 'string') {
      throw notFound(options);
    }
    checkMethod(ctx);
    ctx.set(headers);
    const below = ctx.path.slice(consoleRoot.length + 1);
    if (below === 'config.json') {
      return sendJson(ctx, options.config);
    }
    const found = await options.files.find(below);
    if (found === undefined) {
      throw notFound(`There is no file ${quote(ctx.path)}; the console is at ${consoleRoot}`);
    }
    return sendFile(ctx, found);
  };
}
