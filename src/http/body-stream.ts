import type {IncomingMessage, ServerResponse} from 'node:http';
import type {Readable} from 'node:stream';
import {createBrotliDecompress, createUnzip} from 'node:zlib';
import {parse} from 'content-type';
import type {Context, Middleware} from 'koa';
import {ApiError, badRequest, payloadTooLarge} from '../errors.js';
import {limits} from '../limits.js';
import {quote} from '../schema/fields.js';
import {heap} from '../workload/heap.js';

const mebibyte = 1024 * 1024;

/** Limits the memory that request bodies use together. A body counts until its response ends. */
export class BodyBudget {
  #held = 0;

  /** @param most bytes of all bodies in flight, after decompression */
  constructor(readonly most: number) {}

  /**
   * Returns a function to call with the size of each chunk in bytes.
   * @param largest bytes of this body
   * @throws a 413 if the body is too large, or a 503 if the budget is exhausted
   */
  holdFor(response: ServerResponse, largest: number = this.most): (bytes: number) => void {
    let own = 0;
    response.once('close', () => {
      this.#held -= own;
    });
    return bytes => {
      if (own + bytes > largest) {
        throw tooLarge(largest);
      }
      if (this.#held + bytes > this.most) {
        throw tooManyBodies(this.most);
      }
      own += bytes;
      this.#held += bytes;
    };
  }
}

export const tooLarge = (largest: number) => payloadTooLarge(`The body is larger than ${largest} bytes`);

const tooManyBodies = (most: number) =>
  new ApiError(
    503,
    'Service Unavailable',
    `Nothing was changed: the bodies that are being read take ${most} bytes, and there is no room for more; send it again`,
    {'Retry-After': '1', Connection: 'close'},
  );

/** For API operations and form submissions. */
const usualBudget = new BodyBudget(limits.bodiesAtOnce);

/** For data sets and snapshots: the budget fits one body of the maximum size. */
export const largeBudget = new BodyBudget(Math.min(256 * mebibyte, Math.floor(heap.use().limit / 12)));

/** Bytes. Smaller bodies may have any compression ratio. */
const harmless = mebibyte;

/** JSON of nearly identical records compresses about thirtyfold. */
const mostTimes = 100;

/** @throws a 413 for a decompression bomb. @param sent compressed bytes @param inflated bytes after decompression */
export function checkRatio(sent: number, inflated: number): void {
  if (inflated > harmless && inflated > sent * mostTimes) {
    throw payloadTooLarge(`The body inflates to more than ${mostTimes} times its size`);
  }
}

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

/** Detects invalid UTF-8, which a parser would silently replace with U+FFFD. */
function utf8Check(stream: Readable): () => boolean {
  const decoder = new TextDecoder('utf-8', {fatal: true});
  let isValid = true;
  const decode = (chunk?: Buffer) => {
    try {
      decoder.decode(chunk, {stream: chunk !== undefined});
    } catch {
      isValid = false;
    }
  };
  stream.on('data', decode);
  stream.on('end', () => decode());
  return () => isValid;
}

/**
 * Watches a body while a parser reads it. The parser would report an incomplete body as invalid JSON, or wait forever
 * for a truncated compressed stream to end. Above the limits, reading stops, and the parser waits until the connection
 * closes.
 * @returns a promise that rejects for a body that is too large, incomplete or damaged
 */
function failureOf(stream: Readable, {req}: Context, hold: (bytes: number) => void): Promise<never> {
  const isInflated = stream !== req;
  let sent = 0;
  let read = 0;
  return new Promise((_, reject) => {
    req.once('aborted', () => reject(badRequest('The client closed the connection before the body was whole')));
    if (isInflated) {
      const encoding = req.headers['content-encoding']?.trim().toLowerCase();
      req.on('data', ({length}: Buffer) => {
        sent += length;
      });
      // Keep this listener: an error after the parser has detached must not end the process.
      stream.on('error', ({message}) => reject(badRequest(`The body is not valid ${encoding}: ${message}`)));
    }
    stream.on('data', ({length}: Buffer) => {
      try {
        read += length;
        hold(length);
        if (isInflated) {
          checkRatio(sent, read);
        }
      } catch (error) {
        stream.removeAllListeners('data');
        req.unpipe();
        req.pause();
        stream.pause();
        reject(error);
      }
    });
  });
}

interface BodyLimits {
  readonly budget?: BodyBudget;
  /** Bytes of this body after decompression. Default: the whole budget */
  readonly largest?: number;
}

/**
 * Parses a request's body, decompressed.
 * @throws a 400 for an unknown content encoding or invalid UTF-8; a 413 or 503 if the body is too large; the parser's
 *   own errors
 */
export async function parseWith(parser: Middleware, ctx: Context, {budget = usualBudget, largest}: BodyLimits = {}) {
  const stream = inflated(ctx.req);
  const isUtf8 = utf8Check(stream);
  const failure = failureOf(stream, ctx, budget.holdFor(ctx.res, largest));
  // An object that inherits from `ctx` makes V8 create a hidden class for this request alone. It keeps the request in
  // memory until the next full collection, which doubled the cost of a create.
  const source = stream === ctx.req ? ctx : (Object.create(ctx, {req: {value: stream}}) as Context);
  await Promise.race([failure, parser(source, async () => undefined)]);
  if (!isUtf8()) {
    throw badRequest('The body is not UTF-8');
  }
}

/** For forms, and the default of `curl -d` for any data. */
export const formType = 'application/x-www-form-urlencoded';

const jsonForm = /^application\/(?:[\w.-]+\+)?json$/;

export const isJsonType = (type: string): boolean => jsonForm.test(type);

const utf8 = new Set(['utf-8', 'utf8', 'us-ascii']);

/**
 * The media type of a body, in lower case and without parameters; empty if there is no header.
 * @throws a 400 for a character set other than UTF-8
 */
export function readContentType(header: string): string {
  const {type, parameters} = parse(header);
  const {charset} = parameters;
  if (charset !== undefined && !utf8.has(charset.toLowerCase())) {
    throw badRequest(`The body's character set is ${quote(charset)}; send UTF-8`);
  }
  return type;
}
