import type {Http2ServerResponse, ServerHttp2Stream} from 'node:http2';
import {longestDelay} from '../../faults/rules/fault.js';
import {resetConnection} from '../../intercept/connection.js';
import {type FaultContext, silence} from './fault-context.js';
import type {Injected} from './injected.js';
import type {Waiting} from './waiting.js';

/** Ends the connection with a TCP RST. */
export function reset(ctx: FaultContext, injected: Injected): void {
  silence(ctx, injected);
  resetConnection(ctx.req.socket);
}

/** Ends the connection as a server does that has nothing more to say: with a FIN, and without a byte. */
export function closeEmpty(ctx: FaultContext, injected: Injected): void {
  silence(ctx, injected);
  endConnection(ctx);
}

/** Ends the connection once all is sent; in HTTP/2, where others share it, the stream alone. */
export function endConnection({req, res}: FaultContext): void {
  if (req.httpVersionMajor === 2) {
    breakOff((res as unknown as Http2ServerResponse).stream);
  } else {
    req.socket.destroySoon();
  }
}

/** Says nothing until the client leaves, the sandbox closes, or the longest time is over. */
export async function hold(ctx: FaultContext, injected: Injected, waiting: Waiting): Promise<void> {
  silence(ctx, injected);
  if ((await waiting.wait(longestDelay, ctx.res)) !== 'left') {
    endConnection(ctx);
  }
}

/** Of HTTP/2: something went wrong that the client has no part in. */
const internalError = 2;

/** Ends a stream once the client has what was sent on it, which an answer to a ping tells: at once, the rest would be thrown away. */
function breakOff(stream: ServerHttp2Stream): void {
  const end = () => stream.close(internalError);
  if (stream.session?.ping(end) !== true) {
    end();
  }
}
