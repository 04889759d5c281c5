import Router, {type Layer} from '@koa/router';
import type {Middleware, ParameterizedContext} from 'koa';
import {methodNotAllowed, notFound} from '../../errors.js';
import type {Operation} from '../../operations/operation.js';
import {quote} from '../../schema/fields.js';
import type {Settings} from '../../settings.js';
import {FifoCache} from '../../store/fifo-cache.js';
import type {RequestState} from '../request-state.js';
import {readBody} from './read-body.js';
import {keepReplies, type ServedContext, serve} from './serve-operation.js';

/** Observed: `PUT` is taken wherever `PATCH` is, with the same meaning. */
const methods = {GET: ['GET'], POST: ['POST'], PATCH: ['PATCH', 'PUT'], DELETE: ['DELETE']} as const;

/** An operation, and the router's layer that knows its path and methods. */
interface Route {
  readonly layer: Layer;
  readonly serve: (ctx: ServedContext) => void;
  readonly takesBody: boolean;
}

/** The operation that a request names, and what stands in its path in place of the braces. */
interface Found {
  readonly route: Route;
  readonly params: Record<string, string>;
}

/**
 * What a path has in common with those of the routes that it can fit. A path without an id is its own shape:
 * `/constituents/search` has nothing to do with what `/constituents/{id}` offers.
 */
function shapeOf(path: string): string {
  const words = path.split('/');
  return `${words.length}/${words[3]}/${words[5] ?? ''}`;
}

/**
 * Sends a request to the operation that its method and path name. The router itself would try its layers one after
 * another, and compose a chain anew for each request, which together halve the throughput of a small GET: a path is
 * tried on the layers of its shape alone, and the one that fits is called.
 */
export function route(operations: readonly Operation[], settings: Settings): Middleware<RequestState> {
  const kept = keepReplies();
  /** Clients ask for the same few. */
  const known = new FifoCache<Found>(1000);
  const router = new Router({sensitive: true, strict: true});
  const routes = new Map<string, Route[]>();
  for (const operation of operations) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const served = serve(operation, settings, kept);
    const layer = router.register(path, [...methods[operation.method]], () => undefined) as Layer;
    const shape = operation.path.includes('{') ? shapeOf(operation.path) : operation.path;
    const others = routes.get(shape) ?? [];
    routes.set(shape, [...others, {layer, serve: served, takesBody: operation.body !== undefined}]);
  }
  const find = (ctx: ParameterizedContext): Found => {
    // Observed: every path also answers with `.json` appended.
    const path = ctx.path.endsWith('.json') ? ctx.path.slice(0, -5) : ctx.path;
    const near = routes.get(path) ?? routes.get(shapeOf(path)) ?? [];
    const route =
      near.find(({layer}) => layer.methods.includes(ctx.method) && layer.match(path)) ?? refuse(near, path, ctx);
    return {route, params: route.layer.params(path, route.layer.captures(path), {})};
  };
  return ctx => {
    const {route, params} = known.get(`${ctx.method} ${ctx.path}`, () => find(ctx));
    const served = ctx as unknown as ServedContext;
    served.params = params;
    return route.takesBody ? readBody(served, async () => route.serve(served)) : route.serve(served);
  };
}

/** The path has routes, but none for this method; or only looks like one that has. */
function refuse(near: readonly Route[], path: string, ctx: ParameterizedContext): never {
  const allowed = near.filter(({layer}) => layer.match(path)).flatMap(({layer}) => layer.methods);
  if (allowed.length === 0) {
    throw notFound(`There is nothing at ${quote(ctx.path)}; every path begins with /api/v1`);
  }
  throw methodNotAllowed(ctx.method, [...new Set(allowed)].sort());
}
