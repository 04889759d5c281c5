import {Readable} from 'node:stream';
import {longestDelay} from '../../faults/rules/fault.js';
import type {FaultContext} from './fault-context.js';
import type {Injected} from './injected.js';
import {chunksOf} from './reply-chunks.js';
import type {Waiting} from './waiting.js';

/** Chunks of one answer; the rest comes at once, as it does after the longest delay. */
const mostChunks = 10_000;

/** Answers in chunks, with pauses between them. */
export function dribbled(ctx: FaultContext, {armed}: Injected, waiting: Waiting): void {
  const {fault} = armed.rule;
  if (!('dribble' in fault)) {
    return;
  }
  const {body, res} = ctx;
  const {chunk, pause} = fault.dribble;
  const pauses = Math.min(mostChunks, Math.floor(longestDelay / Math.max(1, pause)));
  const wait = async () => (await waiting.wait(pause, res)) === 'over';
  ctx.state.injected!.sent = typeof body === 'string' ? body : undefined;
  ctx.body = Readable.from(slowly(chunksOf(body), {size: chunk, pauses}, wait));
  if (typeof body === 'string') {
    ctx.length = Buffer.byteLength(body);
  }
}

/** @param wait says whether to go on waiting between chunks */
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
