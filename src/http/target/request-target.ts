import type {Middleware} from 'koa';
import {isHost} from './host-name.js';

/** The parsed request target: the path, and the host if the target is an absolute URL. */
interface Target {
  readonly url: string;
  readonly host?: string;
}

const absoluteForm = /^https?:\/\/([^/?#]*)/i;

/** @returns undefined if the target has no form that this server accepts */
function readTarget(sent: string): Target | undefined {
  if (sent.startsWith('/') || sent === '*') {
    return {url: sent};
  }
  const [begin = '', host] = absoluteForm.exec(sent) ?? [];
  if (host === undefined || !isHost(host)) {
    return undefined;
  }
  const rest = sent.slice(begin.length);
  return {url: rest.startsWith('/') ? rest : `/${rest}`, host};
}

/**
 * Rewrites `GET http://host/path HTTP/1.1` to `GET /path` with that host: clients of a proxy send this form, and every
 * server must accept it. The target's host overrides the Host header. It never throws, so that it can precede the error
 * handler: an invalid target becomes `/` until `checkUrl` rejects it.
 */
export const normalizeTarget: Middleware = (ctx, next) => {
  const {url} = ctx;
  if (!url.startsWith('/')) {
    const target = readTarget(url);
    ctx.url = target?.url ?? '/';
    if (target?.host !== undefined) {
      ctx.req.headers.host = target.host;
    }
  }
  return next();
};

/** True if `normalizeTarget` can parse the target. */
export const isReadable = (sent: string): boolean => sent.startsWith('/') || readTarget(sent) !== undefined;
