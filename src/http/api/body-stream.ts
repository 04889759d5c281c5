import type {IncomingMessage} from 'node:http';
import type {Readable} from 'node:stream';
import {createBrotliDecompress, createUnzip} from 'node:zlib';
import type {Context, Middleware} from 'koa';
import {badRequest} from '../../errors.js';
import {quote} from '../../schema/fields.js';
import {type BodyBudget, checkRatio, usualBudget} from './body-budget.js';

/** Names of content encodings are case-insensitive. */
const inflaters = new Map<string, (() => NodeJS.ReadWriteStream & Readable) | undefined>([
  ['identity', undefined],
  ['gzip', createUnzip],
  ['x-gzip', createUnzip],
  ['deflate', createUnzip],
  ['br', createBrotliDecompress],
]);

/** Returns the request's body, decompressed. */
function inflated(req: IncomingMessage): Readable {
  const sent = req.headers['content-encoding'] ?? 'identity';
  const encoding = sent.trim().toLowerCase();
  if (!inflaters.has(encoding)) {
    throw badRequest(`The body's content encoding is ${quote(sent)}; send gzip, deflate, br, or none`);
  }
  const inflater = inflaters.get(encoding)?.();
  if (inflater === undefined) {
    req.headers['content-encoding'] = encoding;
    return req;
  }
  // The parser reads headers, but those of the request do not describe the decompressed body.
  return Object.assign(req.pipe(inflater), {headers: {}});
}

/** Rejects invalid UTF-8, which the parser would silently replace with U+FFFD. */
class Utf8Check {
  isValid = true;
  readonly #decoder = new TextDecoder('utf-8', {fatal: true});

  constructor(stream: Readable) {
    stream.on('data', (chunk: Buffer) => this.#take(chunk));
    stream.on('end', () => this.#take());
  }

  #take(chunk?: Buffer): void {
    try {
      this.#decoder.decode(chunk, {stream: chunk !== undefined});
    } catch {
      this.isValid = false;
    }
  }
}

/**
 * Counts the bytes of a body. Above the limit, reading stops, and the parser waits until the connection closes.
 * @returns a promise that rejects above the limit
 */
function bound(stream: Readable, {req, res}: Context, budget: BodyBudget): Promise<never> {
  const hold = budget.holdFor(res);
  let sent = 0;
  let read = 0;
  if (stream !== req) {
    req.on('data', (chunk: Buffer) => {
      sent += chunk.length;
    });
  }
  return new Promise((_, reject) => {
    const count = ({length}: Buffer) => {
      try {
        read += length;
        hold(length);
        if (stream !== req) {
          checkRatio(sent, read);
        }
      } catch (error) {
        stream.removeAllListeners('data');
        req.unpipe();
        req.pause();
        stream.pause();
        reject(error);
      }
    };
    stream.on('data', count);
  });
}

/**
 * Detects an incomplete body. The parser would report it as invalid JSON, or wait forever for a truncated compressed
 * stream to end.
 * @returns a promise that rejects for an incomplete body
 */
function notWhole(stream: Readable, {req}: Context): Promise<never> {
  const encoding = req.headers['content-encoding']?.trim().toLowerCase();
  return new Promise((_, reject) => {
    req.once('aborted', () => {
      reject(badRequest('The client closed the connection before the body was whole'));
    });
    if (stream !== req) {
      // Keep this listener: an error after the parser has detached must not end the process.
      stream.on('error', ({message}) => reject(badRequest(`The body is not valid ${encoding}: ${message}`)));
    }
  });
}

/**
 * Parses a request's body, decompressed.
 * @throws a 400 for an unknown content encoding or invalid UTF-8; a 413 or 503 if the body is too large; the parser's
 *   own errors
 */
export async function parseWith(parse: Middleware, ctx: Context, budget: BodyBudget = usualBudget): Promise<void> {
  const stream = inflated(ctx.req);
  const check = new Utf8Check(stream);
  const bounded = bound(stream, ctx, budget);
  const broken = notWhole(stream, ctx);
  // An object that inherits from `ctx` makes V8 create a hidden class for this request alone. It keeps the request in
  // memory until the next full collection, which doubled the cost of a create.
  const source = stream === ctx.req ? ctx : (Object.create(ctx, {req: {value: stream}}) as Context);
  const parsed = parse(source, async () => undefined);
  await Promise.race([broken, bounded, parsed]);
  if (!check.isValid) {
    throw badRequest('The body is not UTF-8');
  }
}
