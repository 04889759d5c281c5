import {isUtf8} from 'node:buffer';
import {win32} from 'node:path';
import {unescape as decode} from 'node:querystring';
import {parse} from 'content-type';
import type {Context} from 'koa';
import {type Accounts, defaultAccount} from '../accounts/accounts.js';
import {timestamp} from '../accounts/clock.js';
import {listenerIn, type Submission, type SubmittedValue} from '../accounts/submissions.js';
import {badRequest, notFound, unprocessableEntity} from '../errors.js';
import {limits} from '../limits.js';
import {nameOf, quote} from '../schema/fields.js';
import {isObject} from '../schema/items.js';
import {apiVersion} from '../schema/replies.js';
import {checkUtf8, formType, isJsonType, readBytes, readContentType} from './body-stream.js';
import {allowOrigins} from './guard/origin.js';
import {isUtf8Encoded} from './guard/target.js';
import {checkMethod} from './pages/serve-pages.js';
import type {RequestContext, RequestStep} from './request-state.js';
import {sendJson} from './send.js';

/**
 * `POST /integrations/{uuid}/listener`: accepts form submissions for manual review. The UUID replaces the key, and any
 * origin may post. A client of an intercepted host sends a real UUID of the service, so every unknown one then selects
 * the default account. Submissions stay in the account's memory: `GET /_sandbox/submissions`.
 */
export const serveListener =
  (accounts: Accounts): RequestStep =>
  (ctx, next) => {
    const id = listenerIn(ctx.path);
    return id === undefined ? next() : allowOrigins(ctx, () => serve(id.toLowerCase(), ctx, accounts));
  };

async function serve(id: string, ctx: RequestContext, accounts: Accounts): Promise<void> {
  const {isIntercepted} = ctx.state;
  const account =
    (await accounts.findByListener(id)) ?? (isIntercepted ? await accounts.get(defaultAccount) : undefined);
  if (account === undefined) {
    throw notFound('No account has this listener; GET /_sandbox tells the address of the one that an account has');
  }
  ctx.state.account = account;
  ctx.state.found = account.state;
  checkMethod(ctx, ['POST']);
  const fields = await readSubmission(ctx);
  account.submissions.add({at: timestamp(account.clock), fields});
  sendJson(ctx, {api_version: apiVersion, result: 'success'});
}

/** The types that browsers send if a page sets none. */
const anyTypes: readonly string[] = ['', 'text/plain'];

type SubmittedFields = Submission['fields'];

/**
 * Parses a form submission, a form of either encoding or JSON with flat fields, into `ctx.request.body`.
 * @throws a 400 if it is malformed, a 413 if it is too large, a 422 if a field contains more than a single value
 */
async function readSubmission(ctx: Context): Promise<SubmittedFields> {
  const type = readContentType(ctx);
  const bytes = await readBytes(ctx, undefined, limits.form);
  const text = new TextDecoder().decode(bytes);
  Object.assign(ctx.request, {body: text, rawBody: text});
  const fields =
    type === multipartType ? grouped(readMultipart(bytes, ctx.get('Content-Type'))) : fromText(type, bytes, text);
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

function fromText(type: string, bytes: Buffer, text: string): SubmittedFields {
  checkUtf8(bytes);
  const isAny = anyTypes.includes(type);
  if (isJsonType(type) || (isAny && text.trimStart().startsWith('{'))) {
    return fromJson(text);
  }
  if (type !== formType && !isAny) {
    throw badRequest(
      `The body's content type is ${quote(type)}; send ${formType}, ${multipartType} or application/json`,
    );
  }
  if (!isUtf8Encoded(text)) {
    throw badRequest('The percent-encoding of the form is not UTF-8');
  }
  return grouped(new URLSearchParams(text));
}

/** Groups values by name; a repeated name has an array. */
function grouped(values: Iterable<readonly [name: string, value: string]>): SubmittedFields {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of values) {
    const before = fields.get(name);
    if (Array.isArray(before)) {
      before.push(value);
    } else {
      fields.set(name, before === undefined ? value : [before, value]);
    }
  }
  return Object.fromEntries(fields);
}

function fromJson(text: string): SubmittedFields {
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
  return body as SubmittedFields;
}

const isValue = (value: unknown): value is SubmittedValue =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** For forms with files, and for PHP's `CURLOPT_POSTFIELDS` with an array. */
const multipartType = 'multipart/form-data';

type Field = readonly [name: string, value: string];

const lineEnd = '\r\n';

/**
 * Parses a multipart form (RFC 7578). For files, it reads the name but not the content.
 * @throws a 400 that names the malformed part
 */
function readMultipart(bytes: Buffer, contentType: string): Field[] {
  const {boundary = ''} = parse(contentType).parameters;
  if (boundary === '') {
    throw badRequest(`The body's content type names no boundary; send ${multipartType}; boundary=...`);
  }
  // Latin-1 keeps every byte: a file may contain any.
  const [, ...parts] = `${lineEnd}${bytes.toString('latin1')}`.split(`${lineEnd}--${boundary}`);
  if (parts.length === 0) {
    throw badRequest(`The body has no line ${quote(`--${boundary}`)}, its boundary; each line ends with CRLF`);
  }
  const end = parts.findIndex(part => part.startsWith('--'));
  if (end === -1) {
    throw badRequest(`The body is cut short: no line ${quote(`--${boundary}--`)} ends it; each line ends with CRLF`);
  }
  return parts.slice(0, end).map((part, index) => readPart(part, `Part ${index + 1} of the body`));
}

/** @param subject begins the error message */
function readPart(part: string, subject: string): Field {
  const headEnd = part.indexOf(lineEnd + lineEnd);
  const [padding = '', ...headers] = part.slice(0, Math.max(0, headEnd)).split(lineEnd);
  if (headEnd === -1 || padding.trim() !== '') {
    throw badRequest(`${subject} is malformed: a line break, its headers and a blank line must follow the boundary`);
  }
  const disposition = headers.find(header => /^content-disposition:/i.test(header)) ?? '';
  const {type, parameters} = parse(textOf(disposition, subject).replace(/^[^:]*: */, ''));
  const {name, filename, 'filename*': encoded} = parameters;
  if (type !== 'form-data' || name === undefined) {
    throw badRequest(`${subject} has no name; send Content-Disposition: form-data; name="..."`);
  }
  const file = encoded === undefined ? filename : decode(encoded.replace(/^[^']*'[^']*'/, '')); // UTF-8''na%C3%AFve.txt
  if (file !== undefined) {
    return [name, win32.basename(file)]; // PHP sends the whole path
  }
  return [name, textOf(part.slice(headEnd + 2 * lineEnd.length), subject)];
}

function textOf(latin1: string, subject: string): string {
  const bytes = Buffer.from(latin1, 'latin1');
  if (!isUtf8(bytes)) {
    throw badRequest(`${subject} is not UTF-8`);
  }
  return bytes.toString();
}
