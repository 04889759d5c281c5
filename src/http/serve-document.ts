import type {Middleware} from 'koa';
import {originOf} from './address/origin.js';
import type {RequestState} from './request-state.js';
import {sendJson} from './send.js';

/** @param server the URL to which the document's paths are relative */
export type MakeDocument = (server: string) => Promise<object>;

/** Serves a document without a key, for the URL at which the client requests it. */
export function serveDocument(path: string, makeDocument: MakeDocument): Middleware<RequestState> {
  return async (ctx, next) => {
    if (ctx.path !== path || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) {
      return next();
    }
    ctx.state.surface = 'page';
    sendJson(ctx, await makeDocument(originOf(ctx)));
    return undefined;
  };
}
