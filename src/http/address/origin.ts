import type {Context} from 'koa';
import type {RequestState} from '../request-state.js';

/** The address that a request was sent to, without its path: `http://127.0.0.1:4080`. */
export function originOf(ctx: Context & {readonly state: Partial<RequestState>}): string {
  const {origin} = ctx.state;
  if (origin !== undefined) {
    return origin;
  }
  const {localAddress, localPort} = ctx.req.socket;
  return `http://${ctx.get('Host') || `${localAddress}:${localPort}`}`;
}
