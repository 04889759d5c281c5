import type {Middleware} from 'koa';
import {type Accounts, defaultAccount} from '../accounts/accounts.js';
import type {Violations} from './api/validate-replies.js';
import type {RequestState} from './request-state.js';
import {sendJson} from './send.js';

/**
 * `GET /health`, without a key: the version, the default account's record counts and, if responses are validated, the
 * number of contract violations.
 */
export function health(accounts: Accounts, version: string, violations?: Violations): Middleware<RequestState> {
  return (ctx, next) => {
    if (ctx.path !== '/health' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) {
      return next();
    }
    ctx.state.surface = 'page';
    const {collections} = accounts.get(defaultAccount).records;
    sendJson(ctx, {
      status: 'ok',
      version,
      pid: process.pid,
      seed: accounts.seed,
      ...(violations && {violations: violations.count}),
      accounts: accounts.all().length,
      counts: Object.fromEntries(Array.from(collections, ([name, collection]) => [name, collection.size])),
    });
    return undefined;
  };
}
