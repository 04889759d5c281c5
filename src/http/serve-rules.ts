import type {Middleware} from 'koa';
import {notFound} from '../errors.js';
import {findingPages} from '../findings/pages/pages.js';
import {quote} from '../schema/fields.js';
import type {RequestState} from './request-state.js';
import {send} from './send.js';

const root = '/docs/rules';

/** `GET /docs/rules/{id}`, without a key: a rule's page as plain text. */
export function serveRules(): Middleware<RequestState> {
  let pages: ReadonlyMap<string, string> | undefined;
  return (ctx, next) => {
    const isAsked = ctx.path === root || ctx.path.startsWith(`${root}/`);
    if (!isAsked || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) {
      return next();
    }
    ctx.state.surface = 'page';
    pages ??= findingPages();
    const name = ctx.path.slice(root.length + 1).replace(/\.md$/, '');
    const page = pages.get(name === '' ? 'README.md' : `${name}.md`);
    if (page === undefined) {
      throw notFound(`There is no rule ${quote(name)}; ${root} lists them`);
    }
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.status = 200;
    send(ctx, 'text/plain; charset=utf-8', Buffer.from(page));
    return undefined;
  };
}
