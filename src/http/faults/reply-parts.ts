import type {ServerResponse} from 'node:http';
import type {Http2ServerResponse, ServerHttp2Stream} from 'node:http2';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {setTimeout as sleep} from 'node:timers/promises';
import {ApiError} from '../../errors.js';
import {parseJsonObject, type ReplySpec, type WaitEnd} from '../../faults/fault-kind.js';
import {limits} from '../../limits.js';
import {longResponse} from '../../operations/pieces.js';
import {amountsIn, LongReply} from '../../operations/reply.js';
import {isObject} from '../../schema/items.js';
import type {RequestContext} from '../request-state.js';
import {jsonType, send, sendJson} from '../send.js';

/** Delays responses in real time until the client disconnects or the sandbox closes. */
export class Waiting {
  #count = 0;

  constructor(private readonly closing: AbortSignal) {}

  /** Reserves a slot until the response ends. @throws a 503 if all slots are taken */
  enter(response: ServerResponse): void {
    if (this.#count >= limits.faultsAtOnce) {
      throw new ApiError(
        503,
        'Service Unavailable',
        `Nothing was changed: faults hold up ${limits.faultsAtOnce} answers already, and no more can wait`,
      );
    }
    this.#count += 1;
    response.once('close', () => {
      this.#count -= 1;
    });
  }

  async wait(milliseconds: number, response: ServerResponse): Promise<WaitEnd> {
    if (response.destroyed || response.closed) {
      return 'left';
    }
    const end = new AbortController();
    const leave = () => end.abort();
    response.once('close', leave);
    const signal = AbortSignal.any([end.signal, this.closing]);
    await sleep(Math.min(milliseconds, limits.faultDelay), undefined, {signal}).catch(() => undefined);
    response.off('close', leave);
    if (end.signal.aborted) {
      return 'left';
    }
    return this.closing.aborted ? 'closing' : 'over';
  }
}

/** Yields a response in bytes: a short one whole, a long one while it is written. */
async function* chunksOf(body: unknown): AsyncGenerator<Buffer, void> {
  for await (const piece of (typeof body === 'string' ? [body] : body) as AsyncIterable<string>) {
    yield Buffer.from(piece);
  }
}

async function* firstOf(body: unknown, limit: number): AsyncGenerator<Buffer, void> {
  let left = limit;
  for await (const chunk of chunksOf(body)) {
    const part = chunk.subarray(0, left);
    left -= part.length;
    yield part;
    if (left === 0) {
      return;
    }
  }
}

/** The length of the response in bytes. A long one is written once to measure it. */
async function lengthOf({body, state}: RequestContext): Promise<number> {
  const reply = state.outcome?.reply;
  let length = 0;
  for await (const chunk of chunksOf(reply instanceof LongReply ? longResponse(reply.pieces()) : body)) {
    length += chunk.length;
  }
  return length;
}

/** Sends the first bytes with the length of the whole response, then closes the connection. */
export async function breakOff(ctx: RequestContext, bytesOf: (whole: number) => number): Promise<void> {
  const {body, res} = ctx;
  const whole = await lengthOf(ctx);
  const part = Math.max(0, Math.min(bytesOf(whole), whole - 1));
  ctx.respond = false;
  res.setHeader('Content-Length', whole);
  res.flushHeaders();
  if (part > 0) {
    await pipeline(firstOf(body, part), res, {end: false}).catch(() => undefined); // the client may disconnect
  }
  if (typeof body === 'string') {
    ctx.body = Buffer.from(body).subarray(0, part).toString(); // recorded in the exchange
  } else {
    (body as Readable).destroy();
  }
  endConnection(ctx);
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

/** Headers that the sandbox sets, not the service. */
const kept = /^(?:x-sandbox-|access-control-|connection$|date$|vary$)/;

export function sendReply(ctx: RequestContext, {status, headers = {}, body = ''}: ReplySpec): true {
  const {res, state} = ctx;
  for (const name of res.getHeaderNames().filter(name => !kept.test(name))) {
    ctx.remove(name);
  }
  ctx.status = status;
  const isText = typeof body === 'string';
  send(ctx, isText ? 'text/plain; charset=utf-8' : jsonType, isText ? body : JSON.stringify(body));
  ctx.set(headers as Record<string, string>);
  state.outcome &&= {...state.outcome, reply: undefined};
  return true;
}

/** @returns false if the response is not a JSON object */
export function patchReply(ctx: RequestContext, patch: object): boolean {
  const {body, state} = ctx;
  const {match, outcome} = state;
  if (body instanceof Readable && outcome?.reply instanceof LongReply) {
    const reply = outcome.reply.map(value => mergePatch(value, patch) as object);
    state.outcome = {...outcome, reply};
    sendJson(ctx, longResponse(reply.pieces()));
    return true;
  }
  const value = typeof body === 'string' ? parseJsonObject(body) : undefined;
  if (value === undefined) {
    return false;
  }
  const amounts = match.kind === 'operation' ? amountsIn(match.operation.reply) : null;
  ctx.body = `${new LongReply(mergePatch(value, patch) as object, amounts)}`;
  return true;
}

/** RFC 7396. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) {
    return patch;
  }
  const merged = isObject(target) ? {...target} : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) {
      delete merged[name];
    } else {
      merged[name] = mergePatch(merged[name], value);
    }
  }
  return merged;
}

/** Sends the response in chunks of a size in bytes, with pauses in milliseconds between them. */
export function dribble(ctx: RequestContext, size: number, pause: number, waiting: Pick<Waiting, 'wait'>): void {
  const {body, res} = ctx;
  ctx.state.activeFault!.sent = typeof body === 'string' ? body : undefined;
  ctx.body = Readable.from(slowly());
  if (typeof body === 'string') {
    ctx.length = Buffer.byteLength(body);
  }
  async function* slowly(): AsyncGenerator<Buffer, void> {
    let left = Math.min(limits.dribbledChunks, Math.floor(limits.faultDelay / Math.max(1, pause)));
    for await (const chunk of chunksOf(body)) {
      let rest = chunk;
      while (left > 0 && rest.length > 0) {
        yield rest.subarray(0, size);
        rest = rest.subarray(size);
        left = (await waiting.wait(pause, res)) === 'over' ? left - 1 : 0;
      }
      if (rest.length > 0) {
        yield rest;
      }
    }
  }
}

/** Ends the connection after sending everything; in HTTP/2, where requests share a connection, only the stream. */
export function endConnection({req, res}: RequestContext): void {
  if (req.httpVersionMajor === 2) {
    endStream((res as unknown as Http2ServerResponse).stream);
  } else {
    req.socket.destroySoon();
  }
}

/** The HTTP/2 error code for a failure that the client did not cause. */
const internalError = 2;

/** Ends a stream after a ping shows that the client has received everything; earlier, unread data would be lost. */
function endStream(stream: ServerHttp2Stream): void {
  const end = () => stream.close(internalError);
  if (stream.session?.ping(end) !== true) {
    end();
  }
}
