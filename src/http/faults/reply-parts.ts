import {once} from 'node:events';
import type {ServerResponse} from 'node:http';
import type {Http2ServerResponse, ServerHttp2Stream} from 'node:http2';
import {Readable} from 'node:stream';
import {setImmediate as others} from 'node:timers/promises';
import {limits} from '../../limits.js';
import {LongReply} from '../../operations/replies/long-reply.js';
import {turn} from '../../store/chunked.js';
import type {RequestContext} from '../request-state.js';
import type {Waiting} from './waiting.js';

/** Yields the response in bytes: a short one at once, a long one while it is written. */
async function* chunksOf(body: unknown): AsyncGenerator<Buffer, void> {
  if (typeof body === 'string') {
    yield Buffer.from(body);
    return;
  }
  for await (const piece of body as Readable) {
    yield Buffer.from(piece as string);
  }
}

async function* firstOf(body: unknown, most: number): AsyncGenerator<Buffer, void> {
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
async function lengthOf({body, state}: RequestContext): Promise<number> {
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

/** Sends the first bytes with the length of the whole response, and ends the connection. It never sends the whole. */
export async function cutShort(ctx: RequestContext, bytesOf: (whole: number) => number): Promise<void> {
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
export async function halve(ctx: RequestContext): Promise<void> {
  const {body} = ctx;
  if (typeof body === 'string') {
    ctx.body = body.slice(0, Math.floor(body.length / 2));
    return;
  }
  const half = Math.floor((await lengthOf(ctx)) / 2);
  ctx.body = Readable.from(firstOf(body, half));
  ctx.length = half;
}

/** Sends the response in chunks, with pauses in milliseconds between them. */
export function dribbled(ctx: RequestContext, chunk: number, pause: number, waiting: Waiting): void {
  const {body, res} = ctx;
  const pauses = Math.min(limits.dribbledChunks, Math.floor(limits.faultDelay / Math.max(1, pause)));
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

/** Ends the connection once everything is sent; in HTTP/2, where requests share a connection, only the stream. */
export function endConnection({req, res}: RequestContext): void {
  if (req.httpVersionMajor === 2) {
    breakOff((res as unknown as Http2ServerResponse).stream);
  } else {
    req.socket.destroySoon();
  }
}

/** The HTTP/2 error code for a failure that the client did not cause. */
const internalError = 2;

/** Ends a stream once the response to a ping shows that the client has everything; earlier, unread data would be lost. */
function breakOff(stream: ServerHttp2Stream): void {
  const end = () => stream.close(internalError);
  if (stream.session?.ping(end) !== true) {
    end();
  }
}
