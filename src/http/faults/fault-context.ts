import type {Middleware, ParameterizedContext} from 'koa';
import type {RequestState} from '../request-state.js';
import type {Injected} from './injected.js';

export type FaultContext = ParameterizedContext<RequestState>;

/** One of the steps of a request: a middleware. */
export type FaultStep = Middleware<RequestState>;

/** Nothing is answered: whoever does it ends the connection by itself. */
export function silence(ctx: FaultContext, injected: Injected): void {
  injected.isSilent = true;
  ctx.respond = false;
}
