import {Readable} from 'node:stream';
import {limits} from '../../limits.js';
import type {FaultContext} from './fault-context.js';
import {chunksOf} from './reply-chunks.js';
import type {Waiting} from './waiting.js';

/** Chunks of one response; the rest comes at once, as it does after the longest delay. */
const mostChunks = 10_000;

/** Sends the response in chunks, with pauses in milliseconds between them. */
export function dribbled(ctx: FaultContext, chunk: number, pause: number, waiting: Waiting): void {
  const {body, res} = ctx;
  const pauses = Math.min(mostChunks, Math.floor(limits.faultDelay / Math.max(1, pause)));
  const wait = async () => (await waiting.wait(pause, res)) === 'over';
  ctx.state.activeFault!.sent = typeof body === 'string' ? body : undefined;
  ctx.body = Readable.from(slowly(chunksOf(body), {size: chunk, pauses}, wait));
  if (typeof body === 'string') {
    ctx.length = Buffer.byteLength(body);
  }
}

/** @param wait returns false to send the rest at once */
async function* slowly(
  chunks: AsyncIterable<Buffer>,
  {size, pauses}: {readonly size: number; readonly pauses: number},
  wait: () => Promise<boolean>,
): AsyncGenerator<Buffer, void> {
  let left = pauses;
  for await (const chunk of chunks) {
    let rest = chunk;
    while (left > 0 && rest.length > 0) {
      yield rest.subarray(0, size);
      rest = rest.subarray(size);
      left = (await wait()) ? left - 1 : 0;
    }
    if (rest.length > 0) {
      yield rest;
    }
  }
}
