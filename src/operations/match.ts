import Router, {type Layer} from '@koa/router';
import {memoizeWeakly} from '../store/caching.js';

interface Matchable {
  readonly method: string;
  /** Parameters in braces: `/api/v1/groups/{id}`. */
  readonly path: string;
}

export type Match<O> =
  | {readonly kind: 'operation'; readonly operation: O; readonly params: Readonly<Record<string, string>>}
  /** The path is known, but supports other methods. */
  | {readonly kind: 'method'; readonly allowed: readonly string[]}
  | {readonly kind: 'none'};

export type MatchRequest<O> = (method: string, path: string) => Match<O>;

/** An operation with the router layer for its path and methods. */
interface Route {
  readonly layer: Layer;
  readonly operation: Matchable;
}

export interface MatchOptions {
  /** True to accept `PUT` for `PATCH`, and `.json` at the end of every path. Observed on the service. */
  readonly asService: boolean;
}

const none = {kind: 'none'} as const;

const methodsOf = (method: string, {asService}: MatchOptions) =>
  asService && method === 'PATCH' ? ['PATCH', 'PUT'] : [method];

/**
 * The part of a path that it shares with the routes that may match it. A path without an id has its own shape:
 * `/constituents/search` is unrelated to `/constituents/{id}`.
 */
function shapeOf(path: string, {asService}: MatchOptions): string {
  let step = asService ? -3 : -2; // after /api/v1 or /_sandbox
  let [first, third] = ['', ''];
  let from = 0;
  for (let to = path.indexOf('/'); to !== -1; to = path.indexOf('/', from)) {
    first = step === 0 ? path.slice(from, to) : first;
    third = step === 2 ? path.slice(from, to) : third;
    from = to + 1;
    step += 1;
  }
  const last = path.slice(from);
  return `${step}/${step === 0 ? last : first}/${step === 2 ? last : third}`;
}

/**
 * Finds the operation for a method and a path; the only path matcher. It is pure and uses the router's layers. The
 * router itself tries its layers in sequence and composes a chain per request, which halves the throughput of a small
 * GET; here only layers of the path's shape are tried. Built once per list of operations, because that takes a fifth of
 * a start.
 */
export function matcherOf<O extends Matchable>(operations: readonly O[], {asService}: MatchOptions): MatchRequest<O> {
  return (asService ? serviceMatcher : plainMatcher)(operations) as MatchRequest<Matchable> as MatchRequest<O>;
}

const serviceMatcher = memoizeWeakly((operations: readonly Matchable[]) => makeMatcher(operations, {asService: true}));

const plainMatcher = memoizeWeakly((operations: readonly Matchable[]) => makeMatcher(operations, {asService: false}));

function makeMatcher(operations: readonly Matchable[], options: MatchOptions): MatchRequest<Matchable> {
  const router = new Router({sensitive: true, strict: true});
  const routes = new Map<string, Route[]>();
  for (const operation of operations) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const layer = router.register(path, methodsOf(operation.method, options), () => undefined) as Layer;
    const shape = operation.path.includes('{') ? shapeOf(operation.path, options) : operation.path;
    routes.set(shape, [...(routes.get(shape) ?? []), {layer, operation}]);
  }
  return (method, raw) => {
    const path = options.asService && raw.endsWith('.json') ? raw.slice(0, -5) : raw;
    const near = routes.get(path) ?? routes.get(shapeOf(path, options)) ?? [];
    return find(near, method, path);
  };
}

/** Most paths have no encoded characters. */
function paramsOf(layer: Layer, path: string, found: RegExpExecArray): Record<string, string> {
  if (path.includes('%')) {
    return layer.params(path, found.slice(1));
  }
  const params: Record<string, string> = {};
  for (let place = 0; place < layer.paramNames.length; place++) {
    params[layer.paramNames[place]!.name] = found[place + 1]!;
  }
  return params;
}

function find(near: readonly Route[], method: string, path: string): Match<Matchable> {
  for (const {layer, operation} of near) {
    const found = layer.methods.includes(method) ? layer.regexp.exec(path) : null;
    if (found !== null) {
      return {kind: 'operation', operation, params: paramsOf(layer, path, found)};
    }
  }
  const allowed = near.filter(({layer}) => layer.match(path)).flatMap(({layer}) => layer.methods);
  return allowed.length === 0 ? none : {kind: 'method', allowed: [...new Set(allowed)].sort()};
}
