import type {Context, Middleware} from 'koa';
import type {Submission, SubmittedValue} from '../../accounts/submissions.js';
import {badRequest, payloadTooLarge, unprocessableEntity} from '../../errors.js';
import {nameOf, quote} from '../../schema/fields.js';
import {isObject} from '../../schema/items.js';

/** Bytes, once inflated. */
const largest = 64 * 1024;

const mostFields = 200;

const jsonType = /^application\/(?:[\w.-]+\+)?json$/i;
const formType = /^application\/x-www-form-urlencoded$/i;
/** What browsers say where a page says nothing. */
const anyType = /^(?:text\/plain)?$/i;

type Fields = Submission['fields'];

let parser: Promise<Middleware> | undefined;

/** Imported at the first body, because a start must not wait for it. */
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
 * Reads what a form sent: fields by flat names, as a form or as JSON. It is left in `ctx.request.body`.
 * @throws a 400 where it can't be read, a 413 where it is too large, a 422 where a field holds more than a value
 */
export async function readSubmission(ctx: Context): Promise<Fields> {
  const [type = ''] = ctx.get('Content-Type').split(';');
  const text = await readText(ctx);
  const fields = isJson(type.trim(), text) ? fromJson(text) : fromForm(text);
  const names = Object.keys(fields);
  if (names.length === 0) {
    throw badRequest('The body holds no field; a form or a JSON object is expected');
  }
  if (names.length > mostFields) {
    throw unprocessableEntity(`The body holds ${names.length} fields; ${mostFields} are the most`);
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
    headers['content-type'] = 'text/plain'; // the parser takes a body without a type for none
    await parse(ctx, async () => undefined);
  } finally {
    headers['content-type'] = sent;
  }
  return (ctx.request as {readonly rawBody?: string}).rawBody ?? '';
}

function isJson(type: string, text: string): boolean {
  if (jsonType.test(type)) {
    return true;
  }
  if (!formType.test(type) && !anyType.test(type)) {
    throw badRequest(
      `The body's content type is ${quote(type)}; send application/x-www-form-urlencoded or application/json`,
    );
  }
  return anyType.test(type) && text.trimStart().startsWith('{');
}

function fromForm(text: string): Fields {
  const parameters = new URLSearchParams(text);
  return Object.fromEntries(
    Array.from(new Set(parameters.keys()), name => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? values[0]! : values];
    }),
  );
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
