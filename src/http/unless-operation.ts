import type {Middleware} from 'koa';
import type {RequestState} from './request-state.js';

/** Tries each middleware in turn, but skips them all for a request that matches an operation: most requests do. */
export function unlessOperation(...served: ReadonlyArray<Middleware<RequestState>>): Middleware<RequestState> {
  return (ctx, next) => {
    if (ctx.state.match.kind === 'operation') {
      return next();
    }
    const first = served.reduceRight<() => Promise<void>>((after, serve) => async () => serve(ctx, after), next);
    return first();
  };
}
