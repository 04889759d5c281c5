import type {Context, Middleware} from 'koa';
import {forbidden} from '../../errors.js';
import {quote} from '../../schema/fields.js';
import {originOf} from '../address/origin.js';

const withoutScheme = (origin: string) => origin.replace(/^https?:\/\//, '');

/**
 * The origin of the page that sent a request, where that is not the sandbox's own, as the client asked for it: a
 * trusted proxy tells that. Other clients send none.
 */
function foreignOrigin(ctx: Context): string | undefined {
  const {origin} = ctx.req.headers;
  return origin === undefined || withoutScheme(origin) === withoutScheme(originOf(ctx)) ? undefined : origin;
}

/**
 * A page on the web must not reset what a developer works with, `--cors` or not.
 * @param what is asked for, which a refusal begins with
 * @throws ApiError, a 403
 */
export function refuseForeignOrigin(ctx: Context, what: string): void {
  const origin = foreignOrigin(ctx);
  if (origin !== undefined) {
    throw forbidden(`${what} does not answer to pages of another origin; this one is ${quote(origin)}`);
  }
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A page on the web can send a form, or a body without a type, to any address without a preflight, and a browser adds
 * what it has of keys in the URL. It can't read the answer, but it would have written.
 */
export const refuseForeignWrites: Middleware = (ctx, next) => {
  if (!reading.has(ctx.method)) {
    const origin = foreignOrigin(ctx);
    if (origin !== undefined) {
      throw forbidden(
        `The sandbox takes no writes from pages of another origin; this one is ${quote(origin)}; start it with --cors to take them`,
      );
    }
  }
  return next();
};
