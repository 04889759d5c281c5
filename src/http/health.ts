import type {Middleware} from 'koa';
import type {Sandbox} from '../store/sandbox.js';
import {defaultAccount} from './keys.js';

/** `GET /health`, without a key: whether it is up, what it is, and what the default account holds. */
export function health(sandbox: Sandbox, version: string): Middleware {
  return (ctx, next) => {
    if (ctx.path !== '/health' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) {
      return next();
    }
    const {collections} = sandbox.account(defaultAccount).records;
    ctx.body = {
      status: 'ok',
      version,
      seed: sandbox.seed,
      accounts: sandbox.accounts.size,
      counts: Object.fromEntries(Array.from(collections, ([name, collection]) => [name, collection.size])),
    };
    return undefined;
  };
}
