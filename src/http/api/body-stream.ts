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

/** The body of a request as it was before it was compressed. */
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
  // The parser looks for headers: none of those that came says anything of what is inflated.
  return Object.assign(req.pipe(inflater), {headers: {}});
}

/** Looks at the bytes that pass: the parser puts U+FFFD for those that are no UTF-8, which nobody sent. */
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
 * Counts the bytes that pass. What is too much is read no further: the parser waits for the rest of it, until the
 * connection is closed.
 * @returns a promise that is rejected then
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
 * Looks for what keeps a body from being whole. What the parser would say of it, it would say of JSON; and of an
 * inflater that gets no more it would wait for the end for ever.
 * @returns a promise that is rejected then
 */
function notWhole(stream: Readable, {req}: Context): Promise<never> {
  const encoding = req.headers['content-encoding']?.trim().toLowerCase();
  return new Promise((_, reject) => {
    req.once('aborted', () => {
      reject(badRequest('The client closed the connection before the body was whole'));
    });
    if (stream !== req) {
      // It stays, because an error after the parser has let go of it must not end the process.
      stream.on('error', ({message}) => reject(badRequest(`The body is not valid ${encoding}: ${message}`)));
    }
  });
}

/**
 * Has a parser read the body of a request, inflated.
 * @throws a 400 where the content encoding is not known, or the body is no UTF-8; a 413 or a 503 where it is too much;
 *   what the parser throws
 */
export async function parseWith(parse: Middleware, ctx: Context, budget: BodyBudget = usualBudget): Promise<void> {
  const stream = inflated(ctx.req);
  const check = new Utf8Check(stream);
  const bounded = bound(stream, ctx, budget);
  const broken = notWhole(stream, ctx);
  const parsed = parse(Object.create(ctx, {req: {value: stream}}) as Context, async () => undefined);
  await Promise.race([broken, bounded, parsed]);
  if (!check.isValid) {
    throw badRequest('The body is not UTF-8');
  }
}
