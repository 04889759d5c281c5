import {finished} from 'node:stream/promises';
import type {Context, Middleware} from 'koa';
import type {Options} from 'koa-bodyparser';
import {type ApiError, badRequest, payloadTooLarge} from '../../errors.js';
import {limits} from '../../limits.js';
import {quote} from '../../schema/fields.js';
import {parseInSteps} from '../../workload/json-in-steps.js';
import {finishInTurns, nextTurn, type Steps} from '../../workload/steps.js';
import {type BodyBudget, largeBudget, usualBudget} from './body-budget.js';
import {parseWith} from './body-stream.js';
import {formType, isJsonType, readContentType} from './content-type.js';
import {isLongBody} from './long-body.js';

const mebibyte = 1024 * 1024;

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
      const {body} = error as Error & {body?: unknown};
      if (typeof body === 'string') {
        Object.assign(request, {rawBody: body}); // record invalid bodies too
      }
      throw refusal(error as Error & {status?: number}, largest);
    },
  };
  return bodyParser(options);
}

interface BodyRules {
  /** Bytes after decompression. */
  readonly largest: number;
  readonly mayBeMissing: boolean;
  readonly budget: BodyBudget;
  /** True if JSON is accepted with the default content type of `curl -d`. */
  readonly mayBeForm?: true;
}

/**
 * Reads a JSON object into `ctx.request.body`. Only operations with a body use it, because the parser would read one
 * for any method.
 */
function reader({largest, mayBeMissing, budget, mayBeForm}: BodyRules): Middleware {
  let parser: Promise<Middleware> | undefined;
  return async (ctx, next) => {
    checkType(ctx, mayBeForm);
    parser ??= importParser(largest);
    const parse = await parser;
    await parseWith(parse, ctx, budget);
    const {body, rawBody} = ctx.request as {readonly body?: unknown; readonly rawBody?: string};
    if (isLongBody(ctx)) {
      await nextTurn(); // the event loop has it before it reads from other sockets again
      await nextTurn();
    }
    if (!rawBody && !mayBeMissing) {
      throw badRequest('The request has no body; a JSON object is expected');
    }
    if (Array.isArray(body)) {
      throw badRequest('The body is a JSON array; a JSON object is expected');
    }
    await next();
  };
}

export const readBody = reader({largest: limits.body, mayBeMissing: false, budget: usualBudget});

export const readAdminBody = reader({
  largest: limits.adminBody,
  mayBeMissing: true,
  budget: usualBudget,
  mayBeForm: true,
});

/**
 * Reads a body that may hold a whole data set. It parses in steps, because parsing a large body at once would block
 * other requests for seconds.
 */
export const readLargeBody: Middleware = async (ctx, next) => {
  checkType(ctx, true);
  await parseWith(takeBytes, ctx, largeBudget);
  const bytes = rawBodyOf(ctx);
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

/** Reads the raw bytes into `ctx.request.rawBody`, for handlers that parse in steps. */
export const readRawBody: Middleware = async (ctx, next) => {
  checkType(ctx);
  await parseWith(takeBytes, ctx, largeBudget);
  await next();
};

const rawBodyOf = ({request}: Context) => (request as {readonly rawBody?: Buffer}).rawBody!;

const takeBytes: Middleware = async ({req, request}) => {
  if (Number(request.headers['content-length'] ?? 0) > largeBudget.most) {
    throw payloadTooLarge(`The body is larger than ${largeBudget.most} bytes`);
  }
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  try {
    await finished(req, {writable: false});
  } catch (error) {
    throw badRequest(`The body cannot be read: ${(error as Error).message}`);
  }
  (request as {rawBody?: Buffer}).rawBody = await finishInTurns(joined(chunks));
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

/** A body without a declared type is read as JSON. */
function checkType(ctx: Context, mayBeForm = false): void {
  const type = readContentType(ctx.get('Content-Type'));
  if (type !== '' && !isJsonType(type) && !(mayBeForm && type === formType)) {
    throw badRequest(`The body's content type is ${quote(type)}; send application/json`);
  }
}

function refusal({status, message}: {readonly status?: number; readonly message: string}, largest: number): ApiError {
  if (status === 413) {
    return payloadTooLarge(`The body is larger than ${largest} bytes`);
  }
  return badRequest(`The body is not valid JSON: ${message}`);
}
