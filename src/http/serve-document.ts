import type {Middleware} from 'koa';
import {originOf} from './address/origin.js';
import type {RequestState} from './request-state.js';
import {sendJson} from './send.js';

/** Makes a document. @param server the address that its paths are relative to */
export type MakeDocument = (server: string) => Promise<object>;

/** `GET` of one path, without a key: a document about the sandbox, for the address it is asked at. */
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
