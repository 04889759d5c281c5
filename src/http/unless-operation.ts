import type {Middleware} from 'koa';
import type {RequestState} from './request-state.js';

/**
 * What is served besides the operations, one after another until one answers. A request that names an operation passes
 * them all at once: most do.
 */
export function unlessOperation(...served: ReadonlyArray<Middleware<RequestState>>): Middleware<RequestState> {
  return (ctx, next) => {
    if (ctx.state.match.kind === 'operation') {
      return next();
    }
    const first = served.reduceRight<() => Promise<void>>((after, serve) => async () => serve(ctx, after), next);
    return first();
  };
}
