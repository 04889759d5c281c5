import type {Middleware} from 'koa';
import {defaultAccount, type Sandbox} from '../store/sandbox.js';

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
      pid: process.pid,
      seed: sandbox.seed,
      accounts: sandbox.accounts().length,
      counts: Object.fromEntries(Array.from(collections, ([name, collection]) => [name, collection.size])),
    };
    return undefined;
  };
}
