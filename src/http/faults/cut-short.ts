import {once} from 'node:events';
import type {ServerResponse} from 'node:http';
import {Readable} from 'node:stream';
import {endConnection} from './end-connection.js';
import type {FaultContext} from './fault-context.js';
import {firstOf, lengthOf} from './reply-chunks.js';

/** Sends the first bytes with the length of the whole response, and ends the connection. It never sends the whole. */
export async function cutShort(ctx: FaultContext, bytesOf: (whole: number) => number): Promise<void> {
  const {body, res} = ctx;
  const whole = await lengthOf(ctx);
  const part = Math.max(0, Math.min(bytesOf(whole), whole - 1));
  ctx.respond = false;
  res.setHeader('Content-Length', whole);
  res.flushHeaders();
  if (part > 0) {
    await write(res, firstOf(body, part));
  }
  if (typeof body === 'string') {
    ctx.body = Buffer.from(body).subarray(0, part).toString(); // recorded in the exchange
  } else {
    (body as Readable).destroy();
  }
  endConnection(ctx);
}

async function write(response: ServerResponse, chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of chunks) {
    if (response.destroyed) {
      return;
    }
    if (!response.write(chunk)) {
      await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
  }
}

/** Replaces the response with its first half: truncated JSON. */
export async function halve(ctx: FaultContext): Promise<void> {
  const {body} = ctx;
  if (typeof body === 'string') {
    ctx.body = body.slice(0, Math.floor(body.length / 2));
    return;
  }
  const half = Math.floor((await lengthOf(ctx)) / 2);
  ctx.body = Readable.from(firstOf(body, half));
  ctx.length = half;
}
