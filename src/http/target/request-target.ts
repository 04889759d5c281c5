import type {Middleware} from 'koa';
import {isHost} from './host-name.js';

/** What follows the method in a request line, read: where it leads, and the host where it names one itself. */
interface Target {
  readonly url: string;
  readonly host?: string;
}

const absoluteForm = /^https?:\/\/([^/?#]*)/i;

/** @returns undefined where it is none of the forms that a request to this server can have */
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
 * Takes `GET http://host/path HTTP/1.1` as `GET /path` of that host: a client that believes to talk to a proxy writes
 * so, and every server must take it. The host named there counts, whatever the Host header says. It never throws, so
 * that it can stand before what turns errors into replies: what can't be read is `/` until `checkUrl` refuses it.
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

/** Whether `normalizeTarget` could read what was sent. */
export const isReadable = (sent: string): boolean => sent.startsWith('/') || readTarget(sent) !== undefined;
