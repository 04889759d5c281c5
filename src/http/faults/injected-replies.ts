import {STATUS_CODES} from 'node:http';
import {ApiError, tooManyRequests, UnauthorizedError} from '../../errors.js';
import {sendError} from '../report-errors.js';
import {send} from '../send.js';
import type {FaultContext} from './fault-context.js';
import type {Injected} from './injected.js';

const htmlType = 'text/html; charset=utf-8';

/** Titles that the service has for a status. */
const titles: Readonly<Record<number, string>> = {...STATUS_CODES, 422: 'error saving object'};

/** What a gateway answers by itself, and not the service behind it. */
const ofGateway = new Set([502, 504]);

/** Seconds that a client is told to wait where the rule does not say. */
const usualWait: Readonly<Record<number, number>> = {429: 1, 503: 1};

/** Answers with an error of the service, or with the page of a gateway. */
export function answerWithStatus(ctx: FaultContext, {armed}: Injected): void {
  const {fault} = armed.rule;
  if (!('status' in fault)) {
    return;
  }
  const {status, retry_after = usualWait[status], html = ofGateway.has(status)} = fault;
  const headers: Record<string, string> = retry_after === undefined ? {} : {'Retry-After': String(retry_after)};
  if (html) {
    ctx.status = status;
    ctx.set(headers);
    send(ctx, htmlType, gatewayPage(`${status} ${titles[status] ?? 'Error'}`));
    return;
  }
  sendError(
    ctx,
    status === 401 ? unauthorized(ctx) : new ApiError(status, titles[status] ?? 'Error', why(status), headers),
  );
}

const unauthorized = ({state}: FaultContext) =>
  state.keyKind?.scheme === 'basic' ? UnauthorizedError.basic() : UnauthorizedError.token();

const why = (status: number): string =>
  status >= 500 ? 'The service cannot answer now' : `The service answers ${status} to this request`;

const gatewayPage = (title: string) =>
  `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>gateway</center>\r\n</body>\r\n</html>\r\n`;

/** Answers as the service does to a key that made too many requests. */
export function limitReached(ctx: FaultContext, {armed, seconds = 1}: Injected): void {
  const {fault} = armed.rule;
  if ('rate_limited' in fault) {
    const {n, window} = fault.rate_limited;
    const text = `This key may make ${n} requests in any ${window / 1000} s; by the account's clock it may make the next one in ${seconds} s`;
    sendError(ctx, tooManyRequests(text, seconds));
  }
}

/** Answers 200 with a page for people, as one does that asks to sign in. */
export function answerWithPage(ctx: FaultContext): void {
  ctx.status = 200;
  send(
    ctx,
    htmlType,
    '<!DOCTYPE html>\n<html>\n<head><title>Sign in</title></head>\n<body><h1>Sign in</h1></body>\n</html>\n',
  );
}
