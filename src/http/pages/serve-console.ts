import type {ParameterizedContext} from 'koa';
import {defaultAccount} from '../../accounts/accounts.js';
import {notFound} from '../../errors.js';
import type {ConsoleConfig, ConsoleFiles} from '../../pages/console-files.js';
import {pageFile} from '../../pages/page-files.js';
import {quote} from '../../schema/fields.js';
import {namedKeys} from '../guard/named-keys.js';
import {refuseForeignOrigin} from '../guard/origin.js';
import type {RequestStep} from '../request-state.js';
import {sendJson} from '../send.js';
import {consoleRoot} from './console-root.js';
import {checkMethod, isBelow, pageHeaders, sendFile} from './serve-pages.js';

/** Allows no external resources, no inline scripts and no framing. */
const headers = pageHeaders(["default-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"]);

export function consoleConfig(needsAdminKey: boolean, version: string): ConsoleConfig {
  const [key, role] = namedKeys[0]!;
  return {
    key,
    account: defaultAccount,
    needsAdminKey,
    isReadOnly: role === 'read-only',
    version,
  };
}

export interface ConsoleOptions {
  readonly files: ConsoleFiles;
  /** The configuration that the page loads first. Anyone can read it, so it must not contain secrets. */
  readonly config: object;
  /** Reads the page of the last check, which the console displays in a frame. */
  readonly readCheckPage?: () => Promise<string | undefined>;
}

/** The page has no scripts and an inline style. */
const checkHeaders = pageHeaders(["default-src 'none'", "style-src 'unsafe-inline'", "frame-ancestors 'self'"]);

/** Sends the page of a check in the console's theme: `?theme=dark`. */
function sendCheck(ctx: ParameterizedContext, page: string | undefined): void {
  if (page === undefined) {
    throw notFound('No check has run in the working folder of this sandbox, or its page is gone');
  }
  const theme = ['light', 'dark'].find(name => name === ctx.query['theme']) ?? 'system';
  ctx.set(checkHeaders);
  sendFile(ctx, pageFile('.html', page.replace('<html ', `<html data-theme="${theme}" `)));
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
    if (below === 'check.html' && options.readCheckPage !== undefined) {
      return sendCheck(ctx, await options.readCheckPage());
    }
    const found = await options.files.find(below);
    if (found === undefined) {
      throw notFound(`There is no file ${quote(ctx.path)}; the console is at ${consoleRoot}`);
    }
    return sendFile(ctx, found);
  };
}
