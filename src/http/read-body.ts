import {finished} from 'node:stream/promises';
import type {Context, Middleware} from 'koa';
import type {Options} from 'koa-bodyparser';
import {badRequest} from '../errors.js';
import {limits} from '../limits.js';
import {quote} from '../schema/fields.js';
import {finishInTurns, nextTurn, type Steps} from '../store/chunked.js';
import {parseInSteps} from '../workload/json-in-steps.js';
import {formType, isJsonType, largeBudget, parseWith, readContentType, tooLarge} from './body-stream.js';

const mebibyte = 1024 * 1024;

/** Characters. */
const longBody = 64 * 1024;

/**
 * True if the body is so long that the request takes several turns: to parse the body, to execute the operation, to
 * redact the request, and to publish it. Other clients are served in between.
 */
export const isLongBody = ({request}: Pick<Context, 'request'>): boolean =>
  ((request as {readonly rawBody?: string | Buffer}).rawBody?.length ?? 0) > longBody;

/** A body without a declared type is read as JSON. */
function checkType(ctx: Context, mayBeForm = false): void {
  const type = readContentType(ctx.get('Content-Type'));
  if (type !== '' && !isJsonType(type) && !(mayBeForm && type === formType)) {
    throw badRequest(`The body's content type is ${quote(type)}; send application/json`);
  }
}

/**
 * Imported with the first body, because its tables of character sets would delay the start.
 * @param largest bytes after decompression
 */
async function importParser(largest: number): Promise<Middleware> {
  const {default: bodyParser} = await import('koa-bodyparser');
  const options: Options & {readonly onProtoPoisoning: 'remove'} = {
    enableTypes: ['json'],
    jsonLimit: `${largest}b`,
    // `checkType` has checked the content type already.
    detectJSON: () => true,
    // Unknown fields, whatever their names, are not errors.
    onProtoPoisoning: 'remove',
    onerror: (error, {request}) => {
      const {body, status, message} = error as Error & {readonly body?: unknown; readonly status?: number};
      if (typeof body === 'string') {
        Object.assign(request, {rawBody: body}); // record invalid bodies too
      }
      throw status === 413 ? tooLarge(largest) : badRequest(`The body is not valid JSON: ${message}`);
    },
  };
  return bodyParser(options);
}

interface BodyRules {
  /** Bytes after decompression. */
  readonly largest: number;
  /** True if the body may be missing, and JSON may have the default content type of `curl -d`. */
  readonly isLenient: boolean;
}

/**
 * Reads a JSON object into `ctx.request.body`. Only operations with a body use it, because the parser would read one
 * for any method.
 */
function jsonReader({largest, isLenient}: BodyRules): Middleware {
  let parser: Promise<Middleware> | undefined;
  return async (ctx, next) => {
    checkType(ctx, isLenient);
    parser ??= importParser(largest);
    await parseWith(await parser, ctx);
    const {body, rawBody} = ctx.request as {readonly body?: unknown; readonly rawBody?: string};
    if (isLongBody(ctx)) {
      await nextTurn(); // the event loop has it before it reads from other sockets again
      await nextTurn();
    }
    if (!rawBody && !isLenient) {
      throw badRequest('The request has no body; a JSON object is expected');
    }
    if (Array.isArray(body)) {
      throw badRequest('The body is a JSON array; a JSON object is expected');
    }
    await next();
  };
}

export const readBody = jsonReader({largest: limits.body, isLenient: false});

export const readAdminBody = jsonReader({largest: limits.adminBody, isLenient: true});

/** A parser that puts the bytes of a body of any type into `ctx.request.rawBody`. */
export const takeBytes = (largest: number): Middleware => {
  return async ({req, request}) => {
    if (Number(req.headers['content-length'] ?? 0) > largest) {
      throw tooLarge(largest);
    }
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    try {
      await finished(req, {writable: false});
    } catch (error) {
      throw badRequest(`The body cannot be read: ${(error as Error).message}`);
    }
    Object.assign(request, {rawBody: await finishInTurns(joined(chunks))});
  };
};

/** `Buffer.concat` in steps: concatenating 100 MiB at once blocks for a tenth of a second. */
function* joined(chunks: readonly Buffer[]): Steps<Buffer> {
  const whole = Buffer.allocUnsafe(chunks.reduce((sum, {length}) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    at += chunk.copy(whole, at);
    yield;
  }
  return whole;
}

const takeLargeBody = takeBytes(largeBudget.most);

/** Reads the raw bytes into `ctx.request.rawBody`, for handlers that parse in steps. */
export const readRawBody: Middleware = async (ctx, next) => {
  checkType(ctx);
  await parseWith(takeLargeBody, ctx, {budget: largeBudget});
  await next();
};

/**
 * Reads a body that may hold a whole data set. It parses in steps, because parsing a large body at once would block
 * other requests for seconds.
 */
export const readLargeBody: Middleware = async (ctx, next) => {
  checkType(ctx, true);
  await parseWith(takeLargeBody, ctx, {budget: largeBudget});
  const bytes = (ctx.request as {readonly rawBody?: Buffer}).rawBody!;
  const body = bytes.length === 0 ? {} : await parsed(bytes);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badRequest(
      `The body is ${Array.isArray(body) ? 'a JSON array' : 'no JSON object'}; a JSON object is expected`,
    );
  }
  // Do not keep the raw bytes of a large body; nothing reads them again.
  Object.assign(ctx.request, {body, rawBody: bytes.length > mebibyte ? undefined : bytes.toString()});
  await next();
};

async function parsed(bytes: Buffer): Promise<unknown> {
  try {
    return await finishInTurns(parseInSteps(bytes));
  } catch (error) {
    throw error instanceof SyntaxError ? badRequest(`The body is not valid JSON: ${error.message}`) : error;
  }
}
