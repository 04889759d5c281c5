import type {Context} from 'koa';
import type {RequestState} from '../request-state.js';

/** The origin to which a request was sent: `http://127.0.0.1:4080`. */
export function originOf(ctx: Context & {readonly state: Partial<RequestState>}): string {
  const {origin} = ctx.state;
  if (origin !== undefined) {
    return origin;
  }
  const {localAddress, localPort} = ctx.req.socket;
  return `http://${ctx.get('Host') || `${localAddress}:${localPort}`}`;
}
