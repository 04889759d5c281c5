import {longestDelay} from '../../faults/rules/fault.js';
import {type FaultContext, silence} from './fault-context.js';
import type {Injected} from './injected.js';
import type {Waiting} from './waiting.js';

/** Ends the connection with a TCP RST. */
export function reset(ctx: FaultContext, injected: Injected): void {
  silence(ctx, injected);
  ctx.req.socket.resetAndDestroy();
}

/** Ends the connection as a server does that has nothing more to say: with a FIN, and without a byte. */
export function closeEmpty(ctx: FaultContext, injected: Injected): void {
  silence(ctx, injected);
  ctx.req.socket.destroySoon();
}

/** Says nothing until the client leaves, the sandbox closes, or the longest time is over. */
export async function hold(ctx: FaultContext, injected: Injected, waiting: Waiting): Promise<void> {
  silence(ctx, injected);
  if ((await waiting.wait(longestDelay, ctx.res)) !== 'left') {
    ctx.req.socket.destroySoon();
  }
}
