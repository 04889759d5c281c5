import type {Context, Middleware} from 'koa';
import type {Submission, SubmittedValue} from '../../accounts/submissions.js';
import {badRequest, payloadTooLarge, unprocessableEntity} from '../../errors.js';
import {limits} from '../../limits.js';
import {nameOf, quote} from '../../schema/fields.js';
import {isObject} from '../../schema/items.js';
import {parseWith} from '../api/body-stream.js';
import {formType, isJsonType, readContentType} from '../api/content-type.js';
import {isUtf8} from '../target/check-url.js';

/** Bytes after decompression. */
const largest = 64 * 1024;

/** The types that browsers send if a page sets none. */
const anyTypes: readonly string[] = ['', 'text/plain'];

type Fields = Submission['fields'];

let parser: Promise<Middleware> | undefined;

/** Imported with the first body, to keep the start fast. */
async function importParser(): Promise<Middleware> {
  const {default: bodyParser} = await import('koa-bodyparser');
  return bodyParser({
    enableTypes: ['text'],
    textLimit: `${largest}b`,
    onerror: error => {
      const {status, message} = error as Error & {readonly status?: number};
      throw status === 413
        ? payloadTooLarge(`The body is larger than ${largest} bytes`)
        : badRequest(`The body cannot be read: ${message}`);
    },
  });
}

/**
 * Reads a form submission, form-encoded or JSON with flat fields, into `ctx.request.body`.
 * @throws a 400 if it is malformed, a 413 if it is too large, a 422 if a field holds more than a single value
 */
export async function readSubmission(ctx: Context): Promise<Fields> {
  const type = readContentType(ctx.get('Content-Type'));
  const text = await readText(ctx);
  const fields = isJson(type, text) ? fromJson(text) : fromForm(text);
  const names = Object.keys(fields);
  if (names.length === 0) {
    throw badRequest('The body holds no field; a form or a JSON object is expected');
  }
  if (names.length > limits.formFields) {
    throw unprocessableEntity(`The body holds ${names.length} fields; ${limits.formFields} are the most`);
  }
  ctx.request.body = fields;
  return fields;
}

async function readText(ctx: Context): Promise<string> {
  parser ??= importParser();
  const parse = await parser;
  const {headers} = ctx.req;
  const sent = headers['content-type'];
  try {
    headers['content-type'] = 'text/plain'; // the parser ignores a body without a type
    await parseWith(parse, ctx);
  } finally {
    headers['content-type'] = sent;
  }
  return (ctx.request as {readonly rawBody?: string}).rawBody ?? '';
}

function isJson(type: string, text: string): boolean {
  if (isJsonType(type)) {
    return true;
  }
  const isAny = anyTypes.includes(type);
  if (type !== formType && !isAny) {
    throw badRequest(
      `The body's content type is ${quote(type)}; send application/x-www-form-urlencoded or application/json`,
    );
  }
  return isAny && text.trimStart().startsWith('{');
}

function fromForm(text: string): Fields {
  if (!isUtf8(text)) {
    throw badRequest('The percent-encoding of the form is not UTF-8');
  }
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const before = fields.get(name);
    if (Array.isArray(before)) {
      before.push(value);
    } else {
      fields.set(name, before === undefined ? value : [before, value]);
    }
  }
  return Object.fromEntries(fields);
}

function fromJson(text: string): Fields {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw badRequest(`The body is not valid JSON: ${(error as Error).message}`);
  }
  if (!isObject(body)) {
    throw badRequest('The body is no JSON object');
  }
  const nested = Object.entries(body).find(([, value]) => ![value].flat().every(isValue));
  if (nested !== undefined) {
    throw unprocessableEntity(`${nameOf(nested[0])}: must be a value or a list of values, got ${quote(nested[1])}`);
  }
  return body as Fields;
}

const isValue = (value: unknown): value is SubmittedValue =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);
