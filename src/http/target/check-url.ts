import type {Middleware} from 'koa';
import {badRequest, parameterError} from '../../errors.js';
import {hostWithoutKey} from '../../exchanges/redact.js';
import {limits} from '../../limits.js';
import {quote} from '../../schema/fields.js';
import {isHost} from './host-name.js';
import {isReadable} from './request-target.js';

/**
 * Rejects URLs that are malformed or would lose data when decoded: invalid UTF-8, and more parameters than the parser
 * reads.
 */
export const checkUrl: Middleware = (ctx, next) => {
  const {url} = ctx;
  if (!isReadable(ctx.originalUrl)) {
    throw badRequest('The request line names no path of this server; one such as /api/v1/funds is expected');
  }
  const {host = ''} = ctx.req.headers;
  if (host !== '' && !isHost(host)) {
    throw badRequest(
      `The Host header is ${quote(hostWithoutKey(host))}; the name of a host is expected, or an address, and a port up to 65535`,
    );
  }
  if (url.includes('%') && !isUtf8(url)) {
    throw badRequest('The percent-encoding of the URL is not UTF-8; encode each character as the bytes of its UTF-8');
  }
  // Each parameter has at least one character and an ampersand.
  if (
    url.length > limits.queryParameters * 2 &&
    url.split('&', limits.queryParameters + 1).length > limits.queryParameters
  ) {
    throw parameterError(
      `The query has more than ${limits.queryParameters} parameters; ${limits.queryParameters} are the most`,
    );
  }
  return next();
};

/** True if the escapes of a URL are valid UTF-8; a percent sign without an escape is literal. */
export function isUtf8(url: string): boolean {
  return isDecodable(url) || isDecodable(url.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}
