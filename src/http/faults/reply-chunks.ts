import type {Readable} from 'node:stream';
import {setImmediate as others} from 'node:timers/promises';
import {LongReply} from '../../operations/replies/long-reply.js';
import {turn} from '../../workload/steps.js';
import type {FaultContext} from './fault-context.js';

/** Yields the response in bytes: a short one at once, a long one while it is written. */
export async function* chunksOf(body: unknown): AsyncGenerator<Buffer, void> {
  if (typeof body === 'string') {
    yield Buffer.from(body);
    return;
  }
  for await (const piece of body as Readable) {
    yield Buffer.from(piece as string);
  }
}

export async function* firstOf(body: unknown, most: number): AsyncGenerator<Buffer, void> {
  let left = most;
  for await (const chunk of chunksOf(body)) {
    const part = chunk.subarray(0, left);
    left -= part.length;
    yield part;
    if (left === 0) {
      return;
    }
  }
}

/** Returns the length of the response in bytes. A long one is written once, in turns, to measure it. */
export async function lengthOf({body, state}: FaultContext): Promise<number> {
  if (typeof body === 'string') {
    return Buffer.byteLength(body);
  }
  const reply = state.outcome?.reply;
  let length = 0;
  let end = performance.now() + turn;
  for (const piece of reply instanceof LongReply ? reply.pieces() : []) {
    length += Buffer.byteLength(piece);
    if (performance.now() > end) {
      await others();
      end = performance.now() + turn;
    }
  }
  return length;
}
