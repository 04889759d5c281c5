import type {Middleware, ParameterizedContext} from 'koa';
import {ApiError, UnauthorizedError} from '../errors.js';
import {apiVersion} from '../schema/replies.js';
import {tellDate} from './api/tell-date.js';
import type {RequestState} from './request-state.js';
import {send, sendJson} from './send.js';

/** The one place where an error becomes a reply; what every reply of an account has, error or not, is added here. Contract: "Errors". */
export function reportErrors(onError: (error: unknown) => void): Middleware<RequestState> {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (error instanceof UnauthorizedError) {
        reportUnauthorized(ctx, error);
      } else if (error instanceof ApiError) {
        report(ctx, error);
      } else {
        onError(error);
        report(ctx, new ApiError(500, 'Internal Server Error', 'Internal error in the sandbox; see its log'));
      }
    }
    tellDate(ctx);
  };
}

function report(
  ctx: ParameterizedContext<RequestState>,
  {status, error, description, headers, details}: ApiError,
): void {
  ctx.status = status;
  ctx.set({...headers});
  sendJson(ctx, {api_version: apiVersion, error, description, ...details});
}

function reportUnauthorized(ctx: ParameterizedContext<RequestState>, error: UnauthorizedError): void {
  ctx.status = 401;
  ctx.set('WWW-Authenticate', error.challenge);
  send(ctx, error.contentType, error.body);
}
