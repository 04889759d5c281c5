import type {Context} from 'koa';
import {methodNotAllowed, notFound} from '../errors.js';
import type {ExchangeBus} from '../exchanges/bus.js';
import type {Caches} from '../operations/caches.js';
import {execute, replyToSend} from '../operations/execute.js';
import type {Match, MatchRequest} from '../operations/match.js';
import {nearestPath} from '../operations/nearest-path.js';
import {type Operation, pathsOf} from '../operations/operation.js';
import {longResponse} from '../operations/pieces.js';
import {LongReply} from '../operations/reply.js';
import {quote} from '../schema/fields.js';
import {receive} from './exchanges/recorded-request.js';
import {originOf} from './guard/origin.js';
import {readBody, readUnusedBody} from './read-body.js';
import type {RequestContext, RequestStep} from './request-state.js';
import {sendJson} from './send.js';

const noQuery = {};

const base = '/api/v1';

/** Matches the request to an operation before authentication, so that a 401 has an operation as well. */
export const matchOperation =
  (match: MatchRequest<Operation>): RequestStep =>
  (ctx, next) => {
    ctx.state.match = match(ctx.method, ctx.path);
    return next();
  };

/**
 * Serves the matched operation with the account of the key.
 * @param operations suggested for an unknown path
 * @param exchanges publishes each complete request, and numbers the commits
 */
export function serveOperations(caches: Caches, operations: readonly Operation[], exchanges: ExchangeBus): RequestStep {
  const paths = operations.flatMap(pathsOf);
  return ctx => {
    const {match} = ctx.state;
    if (match.kind !== 'operation') {
      const isBased = ctx.path.startsWith(`${base}/`);
      const hint = isBased ? '/docs lists every path' : `every path begins with ${base}/ and a resource`;
      return readUnusedBody(ctx).then(() => refuse(match, ctx, paths, base, hint));
    }
    const serveWhole = () => {
      receive(ctx, exchanges.unanswered);
      return serve(match, ctx, caches, exchanges);
    };
    const isRead = match.operation.body === undefined || ctx.request.body !== undefined;
    return isRead ? serveWhole() : readBody(ctx).then(serveWhole);
  };
}

async function serve(
  {operation, params}: Extract<Match<Operation>, {kind: 'operation'}>,
  ctx: RequestContext,
  caches: Caches,
  commits: ExchangeBus,
): Promise<void> {
  const query = ctx.url.includes('?') ? ctx.query : noQuery; // avoids parsing an empty query
  const request = {path: params, query, body: ctx.request.body};
  const {account: own, shadowAccount: account = own} = ctx.state;
  const context = {account, caches, settings: account.settings, commits, address: () => `${originOf(ctx)}${ctx.path}`};
  const outcome = await execute(operation, request, context);
  ctx.state.outcome = outcome;
  const reply = replyToSend(outcome);
  sendJson(ctx, reply instanceof LongReply ? longResponse(reply.pieces()) : reply);
}

/**
 * Rejects a path without an operation for this method, or one that only resembles a known path.
 * @param root begins all paths
 * @param hint for a path that resembles none
 */
export function refuse(
  match: Match<unknown>,
  {method, path}: Context,
  paths: readonly string[],
  root: string,
  hint: string,
): never {
  if (match.kind === 'method') {
    throw methodNotAllowed(method, match.allowed);
  }
  const near = nearestPath(path, paths, root);
  throw notFound(`There is nothing at ${quote(path)}; ${near === undefined ? hint : `did you mean ${near}?`}`);
}
