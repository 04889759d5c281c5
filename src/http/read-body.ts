import {EventEmitter} from 'node:events';
import type {Context, Middleware} from 'koa';
import type {Options} from 'koa-bodyparser';
import {badRequest} from '../errors.js';
import {limits} from '../limits.js';
import {parseLongJson} from '../persistence/parse-long-json.js';
import {quote} from '../schema/fields.js';
import {nextTurn, runHeavy} from '../store/chunked.js';
import {checkUtf8, formType, isJsonType, largeBudget, readBytes, readContentType, usualBudget} from './body-stream.js';

const mebibyte = 1024 * 1024;

/** A body without a declared type is parsed as JSON. */
function checkType(ctx: Context, mayBeForm = false): void {
  const type = readContentType(ctx);
  if (type !== '' && !isJsonType(type) && !(mayBeForm && type === formType)) {
    throw badRequest(`The body's content type is ${quote(type)}; send application/json`);
  }
}

/** Characters. */
const longBody = 64 * 1024;

/**
 * True for a body so long that the request takes several turns: to parse the body, execute the operation, redact the
 * request, and publish it. Other clients are served in between.
 */
export const isLongBody = ({request}: Pick<Context, 'request'>): boolean =>
  ((request as {readonly rawBody?: string | Buffer}).rawBody?.length ?? 0) > longBody;

let parser: Promise<Middleware> | undefined;

/** Imported with the first body, because its tables of character sets would delay the startup. */
async function importParser(): Promise<Middleware> {
  const {default: bodyParser} = await import('koa-bodyparser');
  const options: Options & {readonly onProtoPoisoning: 'remove'} = {
    enableTypes: ['json'],
    jsonLimit: `${limits.body}b`,
    // `checkType` has checked the content type already.
    detectJSON: () => true,
    // Unknown fields are not errors, regardless of their names.
    onProtoPoisoning: 'remove',
    onerror: (error, {request}) => {
      // Invalid bodies are recorded as well.
      Object.assign(request, {rawBody: (error as Error & {readonly body?: string}).body});
      throw badRequest(`The body is not valid JSON: ${error.message}`);
    },
  };
  return bodyParser(options);
}

/**
 * Parses a JSON object into `ctx.request.body`. Only operations with a body use it.
 * @param largest bytes after decompression
 * @param isLenient true if the body may be missing, and JSON may have the default content type of `curl -d`
 */
function jsonReader(largest: number, isLenient: boolean): (ctx: Context) => Promise<void> {
  return async ctx => {
    checkType(ctx, isLenient);
    const bytes = await readBytes(ctx, usualBudget, largest);
    parser ??= importParser();
    const read = await parser;
    // The parser listens to its source immediately, so the source need not be a stream.
    const source = Object.assign(new EventEmitter(), {headers: {}});
    const parsing = read({request: ctx.request, req: source} as unknown as Context, async () => undefined);
    source.emit('data', bytes);
    source.emit('end');
    await parsing;
    checkUtf8(bytes);
    if (isLongBody(ctx)) {
      await nextTurn(); // this turn still precedes reads from other sockets
      await nextTurn();
    }
    if (bytes.length === 0 && !isLenient) {
      throw badRequest('The request has no body; a JSON object is expected');
    }
    if (Array.isArray(ctx.request.body)) {
      throw badRequest('The body is a JSON array; a JSON object is expected');
    }
  };
}

export const readBody = jsonReader(limits.body, false);

export const readAdminBody = jsonReader(limits.adminBody, true);

/** Reads a short body that no operation takes, for findings. It is ignored if it cannot be read. */
export async function readUnusedBody(ctx: Context): Promise<void> {
  const length = Number(ctx.req.headers['content-length'] ?? 0);
  if (length > 0 && length <= longBody) {
    const bytes = await readBytes(ctx, usualBudget, longBody).catch(() => undefined);
    Object.assign(ctx.request, {rawBody: bytes?.toString()});
  }
}

/** Reads the raw bytes into `ctx.request.rawBody`, for handlers that parse it themselves. */
export async function readRawBody(ctx: Context): Promise<void> {
  checkType(ctx);
  const rawBody = await readBytes(ctx, largeBudget);
  checkUtf8(rawBody);
  Object.assign(ctx.request, {rawBody});
}

/**
 * Reads a body that may contain a whole data set. It parses in turns, because parsing a large body in one step would
 * block other requests for seconds.
 */
export async function readLargeBody(ctx: Context): Promise<void> {
  checkType(ctx, true);
  const bytes = await readBytes(ctx, largeBudget);
  checkUtf8(bytes);
  const body = bytes.length === 0 ? {} : await parsed(bytes);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badRequest(
      `The body is ${Array.isArray(body) ? 'a JSON array' : 'no JSON object'}; a JSON object is expected`,
    );
  }
  // Does not keep the raw bytes of a large body, because nothing reads them again.
  Object.assign(ctx.request, {body, rawBody: bytes.length > mebibyte ? undefined : bytes.toString()});
}

async function parsed(bytes: Buffer): Promise<unknown> {
  try {
    return await runHeavy(() => parseLongJson(bytes));
  } catch (error) {
    throw error instanceof SyntaxError ? badRequest(`The body is not valid JSON: ${error.message}`) : error;
  }
}
