import querystring from 'node:querystring';
import type {Middleware} from 'koa';
import type {RequestState} from './request-state.js';

/** One request, as the log tells of it. */
export interface LoggedRequest {
  readonly method: string;
  /** With its query, but never with a key. */
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Why it was refused, if it was. */
  readonly refusal?: string;
}

/** Tells `log` of each request once its answer is known. */
export function logRequests(log: (request: LoggedRequest) => void): Middleware<RequestState> {
  return async (ctx, next) => {
    const start = performance.now();
    await next();
    log({
      method: ctx.method,
      path: withoutKey(ctx.url),
      status: ctx.status,
      milliseconds: Math.round((performance.now() - start) * 10) / 10,
      ...(ctx.state.refusal === undefined ? {} : {refusal: ctx.state.refusal}),
    });
  };
}

/** A parameter's name can be written in many ways, so it is decoded before it is looked at. */
function withoutKey(url: string): string {
  const [path = '', ...query] = url.split('?');
  const shown = query
    .join('?')
    .split('&')
    .map(parameter => {
      const [name = ''] = parameter.split('=', 1);
      return querystring.unescape(name) === 'access_token' ? `${name}=[hidden]` : parameter;
    });
  return query.length === 0 ? path : `${path}?${shown.join('&')}`;
}
