import {isUtf8} from 'node:buffer';
import type {ServerResponse} from 'node:http';
import {finished} from 'node:stream';
import {type BrotliDecompress, createBrotliDecompress, createUnzip, type Unzip} from 'node:zlib';
import {parse} from 'content-type';
import type {Context} from 'koa';
import {heapLimit} from '../accounts/memory.js';
import {ApiError, badRequest, payloadTooLarge} from '../errors.js';
import {limits} from '../limits.js';
import {quote} from '../schema/fields.js';
import {pause, runHeavy} from '../store/chunked.js';

const mebibyte = 1024 * 1024;

/** Limits the memory that request bodies use together. A body counts until its response ends. */
export class BodyBudget {
  #held = 0;

  /** @param maxBytes of all concurrent bodies, after decompression */
  constructor(readonly maxBytes: number) {}

  /**
   * Returns a function to call with the size of each chunk in bytes.
   * @param largest bytes of this body
   * @throws a 413 if the body is too large, or a 503 if the budget is exhausted
   */
  holdFor(response: ServerResponse, largest: number = this.maxBytes): (bytes: number) => void {
    let own = 0;
    response.once('close', () => {
      this.#held -= own;
    });
    return bytes => {
      if (own + bytes > largest) {
        throw tooLarge(largest);
      }
      if (this.#held + bytes > this.maxBytes) {
        throw new ApiError(
          503,
          'Service Unavailable',
          `Nothing was changed: the bodies that are being read take ${this.maxBytes} bytes, and there is no room for more; send it again`,
          {'Retry-After': '1', Connection: 'close'},
        );
      }
      own += bytes;
      this.#held += bytes;
    };
  }
}

const tooLarge = (largest: number) => payloadTooLarge(`The body is larger than ${largest} bytes`);

/** For API operations and form submissions. */
export const usualBudget = new BodyBudget(limits.bodiesAtOnce);

/** For data sets and snapshots: the budget fits one body of the maximum size. */
export const largeBudget = new BodyBudget(Math.min(256 * mebibyte, Math.floor(heapLimit() / 12)));

/** The maximum compression ratio. JSON of nearly identical records compresses about thirtyfold. */
const maxRatio = 100;

/** @throws a 413 for a decompression bomb of more than 1 MiB. @param sent compressed bytes */
export function checkRatio(sent: number, inflated: number): void {
  if (inflated > mebibyte && inflated > sent * maxRatio) {
    throw payloadTooLarge(`The body inflates to more than ${maxRatio} times its size`);
  }
}

/** By content encoding, in lower case. */
export const inflaters = new Map<string, (() => Unzip | BrotliDecompress) | undefined>([
  ['identity', undefined],
  ['gzip', createUnzip],
  ['x-gzip', createUnzip],
  ['deflate', createUnzip],
  ['br', createBrotliDecompress],
]);

/**
 * Reads a request's body, decompressed. Above the limits, reading stops, but the connection stays open.
 * @param largest bytes after decompression; default: the whole budget
 * @throws a 400 if the body is incomplete, damaged or of an unknown encoding; a 413 or 503 if it is too large
 */
export async function readBytes(
  {req, res, state}: Context,
  budget = usualBudget,
  largest = budget.maxBytes,
): Promise<Buffer> {
  state.isLost = true;
  const {'content-encoding': written = 'identity', 'content-length': length = 0} = req.headers;
  const encoding = written.trim().toLowerCase();
  if (!inflaters.has(encoding)) {
    throw badRequest(`The body's content encoding is ${quote(written)}; send gzip, deflate, br, or none`);
  }
  const inflater = inflaters.get(encoding)?.();
  if (inflater === undefined) {
    req.headers['content-encoding'] = encoding; // for the exchange
    if (Number(length) > largest) {
      throw tooLarge(largest);
    }
  }
  const chunks: Buffer[] = [];
  const stream = inflater === undefined ? req : req.pipe(inflater);
  const hold = budget.holdFor(res, largest);
  await new Promise<void>((resolve, reject) => {
    const stop = (error: unknown) => {
      stream.removeAllListeners('data');
      req.unpipe();
      req.pause();
      stream.pause();
      reject(error);
    };
    let read = 0;
    inflater?.on('error', ({message}) => reject(badRequest(`The body is not valid ${encoding}: ${message}`)));
    stream.on('data', (chunk: Buffer) => {
      try {
        read += chunk.length;
        hold(chunk.length);
        if (inflater !== undefined) {
          checkRatio(inflater.bytesWritten, read);
        }
        chunks.push(chunk);
      } catch (error) {
        stop(error);
      }
    });
    stream.once('end', resolve);
    // A truncated compressed stream emits no end.
    finished(req, {writable: false}, error => {
      if (error) {
        reject(badRequest('The client closed the connection before the body was whole'));
      }
    });
  });
  const bytes = chunks.length < 100 ? Buffer.concat(chunks) : await runHeavy(() => joined(chunks));
  state.isLost = false;
  state.bodyBytes = state.surface === 'admin' || isUtf8(bytes) ? undefined : bytes;
  return bytes;
}

/** `Buffer.concat` in turns: a single concatenation of 100 MiB would block for a tenth of a second. */
async function joined(chunks: readonly Buffer[]): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(chunks.reduce((sum, {length}) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    at += chunk.copy(whole, at);
    await pause();
  }
  return whole;
}

/** Rejects invalid UTF-8, which a parser would silently replace with U+FFFD. */
export function checkUtf8(bytes: Buffer): void {
  if (!isUtf8(bytes)) {
    throw badRequest('The body is not UTF-8');
  }
}

/** For forms, and the default of `curl -d` for all data. */
export const formType = 'application/x-www-form-urlencoded';

const jsonForm = /^application\/(?:[\w.-]+\+)?json$/;

export const isJsonType = (type: string): boolean => jsonForm.test(type);

const utf8 = new Set(['utf-8', 'utf8', 'us-ascii']);

/**
 * The media type of a body, in lower case and without parameters; empty if there is no header.
 * @throws a 400 for a character set other than UTF-8
 */
export function readContentType(ctx: Context): string {
  const {type, parameters} = parse(ctx.get('Content-Type'));
  const {charset} = parameters;
  if (charset !== undefined && !utf8.has(charset.toLowerCase())) {
    throw badRequest(`The body's character set is ${quote(charset)}; send UTF-8`);
  }
  return type;
}
