import type {ParameterizedContext} from 'koa';
import {httpDate} from '../accounts/clock.js';
import {ApiError, UnauthorizedError, UnknownOutcomeError} from '../errors.js';
import {errorWithoutKey, hidden} from '../exchanges/redact.js';
import {apiVersion} from '../schema/replies.js';
import {requestWithoutKey} from './exchanges/recorded-request.js';
import {endConnection} from './faults/reply-parts.js';
import type {RequestContext, RequestState, RequestStep} from './request-state.js';
import {send, sendJson} from './send.js';

/** The only place that turns errors into responses. It also adds the headers common to all. Contract: "Errors". */
export function reportErrors(onError: (error: unknown) => void): RequestStep {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (error instanceof UnknownOutcomeError) {
        ctx.state.isBroken = true;
        ctx.respond = false;
        endConnection(ctx);
      } else if (error instanceof ApiError) {
        sendError(ctx, error);
      } else {
        onError(error);
        sendError(ctx, new ApiError(500, 'Internal Server Error', 'Internal error in the sandbox; see its log'));
      }
    }
    setDate(ctx);
  };
}

export function sendError(ctx: RequestContext, error: ApiError): void {
  const {status, error: title, description, headers, details} = error;
  ctx.status = status;
  ctx.set({...headers});
  if (error instanceof UnauthorizedError) {
    send(ctx, error.contentType, error.body);
    return;
  }
  const shown =
    description.includes('"') && quotesKey(ctx)
      ? `${description.split('"', 1)}${hidden}`
      : errorWithoutKey(description);
  sendJson(ctx, {api_version: apiVersion, error: title, description: shown, ...details});
}

/** The JSON parser's message quotes a few characters of an invalid body, which may be part of a key. */
function quotesKey(ctx: RequestContext): boolean {
  const {body, rawBody} = ctx.request as {readonly body?: unknown; readonly rawBody?: string | Buffer};
  return body === undefined && typeof rawBody === 'string' && requestWithoutKey(ctx).rawBody !== rawBody;
}

/**
 * Sets the header `Date` from a frozen clock of the account, to match the timestamps in the response. A client that
 * compares the two would otherwise find them months apart. With a running clock, Node writes the machine's time.
 */
function setDate(ctx: ParameterizedContext<Partial<RequestState>>): void {
  const {account, outcome} = ctx.state;
  const clock = (outcome?.before ?? account?.state)?.clock;
  if (clock?.mode === 'frozen') {
    ctx.set('Date', httpDate(clock));
  }
}
