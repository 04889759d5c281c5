import Router from '@koa/router';
import type {Middleware, ParameterizedContext} from 'koa';
import {methodNotAllowed, notFound} from '../errors.js';
import type {Operation} from '../operations/operation.js';
import {quote} from '../schema/fields.js';
import {readBody} from './read-body.js';
import type {RequestState} from './request-state.js';
import {serve} from './serve.js';

/** Observed: `PUT` is taken wherever `PATCH` is, with the same meaning. */
const methods = {GET: ['GET'], POST: ['POST'], PATCH: ['PATCH', 'PUT'], DELETE: ['DELETE']} as const;

/**
 * The words of a path that its routes have in common. @koa/router tries its routes one after another, which halves
 * the throughput at 85 of them; so each shape has a router of its own, with a handful of routes.
 */
function shapeOf(path: string): string {
  const [, , , resource, , sub, ...rest] = path.split('/');
  return `${path.split('/').length}/${resource}/${sub ?? ''}/${rest.length}`;
}

/** Sends a request to the operation that its method and path name. */
export function route(operations: readonly Operation[]): Middleware<RequestState> {
  const routers = new Map<string, Router<RequestState>>();
  for (const operation of operations) {
    const shape = shapeOf(operation.path);
    const router = routers.get(shape) ?? new Router<RequestState>({sensitive: true, strict: true});
    const steps = operation.body === undefined ? [serve(operation)] : [readBody, serve(operation)];
    router.register(operation.path.replaceAll(/\{(\w+)\}/g, ':$1'), [...methods[operation.method]], steps);
    routers.set(shape, router);
  }
  const dispatchers = new Map(Array.from(routers, ([shape, router]) => [shape, {router, dispatch: router.routes()}]));
  return (ctx, next) => {
    // Observed: every path also answers with `.json` appended.
    const path = ctx.path.replace(/\.json$/, '');
    const found = dispatchers.get(shapeOf(path));
    if (found === undefined) {
      throw noSuchPath(ctx.path);
    }
    Object.assign(ctx, {newRouterPath: path});
    return found.dispatch(ctx as never, () => refuse(found.router, path, ctx) ?? next());
  };
}

/** The path has routes, but none for this method; or only looks like one that has. */
function refuse(router: Router<RequestState>, path: string, ctx: ParameterizedContext): never {
  const allowed = router.match(path, ctx.method).path.flatMap(layer => layer.methods);
  if (allowed.length === 0) {
    throw noSuchPath(ctx.path);
  }
  throw methodNotAllowed(ctx.method, [...new Set(allowed)].sort());
}

const noSuchPath = (path: string) => notFound(`There is nothing at ${quote(path)}; every path begins with /api/v1`);
