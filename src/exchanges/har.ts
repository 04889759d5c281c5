import {STATUS_CODES} from 'node:http';
import querystring from 'node:querystring';
import {version} from '../version.js';
import {summaryOf} from './exchange-view.js';
import type {JournalEntry} from './journal/entry.js';
import type {KeptExchange, WholeText} from './journal/kept-exchange.js';
import {jsonPieces} from './json-pieces.js';

const httpVersion = 'HTTP/1.1';

/**
 * Exchanges as a HAR 1.2, which browsers and HTTP tools can open, entry by entry. Fields of the sandbox begin with `_`.
 * Requests that could not be parsed as HTTP are omitted, because a HAR entry needs a request.
 * @param entries the oldest first
 */
export const har = (entries: readonly JournalEntry[]): Generator<string> =>
  jsonPieces({log: {version: '1.2', creator: {name: 'crm-sandbox', version}, entries: harEntries(entries)}});

function* harEntries(entries: readonly JournalEntry[]) {
  for (const entry of entries) {
    if (entry.exchange.method !== '') {
      yield harEntry(entry);
    }
  }
}

function harEntry(entry: JournalEntry) {
  const {exchange} = entry;
  const {received_at, seq, at, account, operation, caller, mark, unassigned, changed, fault, overrides, refusal} =
    summaryOf(entry);
  const own = {seq, at, account, operation, caller, mark, unassigned, changed, fault, overrides, refusal};
  return {
    startedDateTime: received_at,
    time: exchange.ms,
    request: requestOf(exchange),
    response: responseOf(exchange),
    cache: {},
    timings: {send: 0, wait: exchange.ms, receive: 0},
    ...Object.fromEntries(Object.entries(own).map(([name, value]) => [`_${name}`, value])),
  };
}

const unknown = -1;

function requestOf(exchange: KeptExchange) {
  const {method, url, rawBody, wholeBody, requestHeaders} = exchange;
  return {
    method,
    url: asUri(`http://${String(requestHeaders['host'] ?? 'localhost')}${url}`),
    httpVersion,
    cookies: [],
    headers: listOf(requestHeaders),
    queryString: listOf(querystring.parse(url.split(/\?(.*)/s)[1] ?? '')),
    headersSize: unknown,
    bodySize: sizeOf(rawBody, wholeBody),
    ...(rawBody !== undefined && {
      postData: {mimeType: String(requestHeaders['content-type'] ?? ''), text: rawBody, ...commentOn(wholeBody)},
    }),
  };
}

function responseOf({status, headers, reply, wholeReply}: KeptExchange) {
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion,
    cookies: [],
    headers: listOf(headers),
    content: {
      size: sizeOf(reply, wholeReply),
      mimeType: String(headers['content-type'] ?? ''),
      ...(reply !== undefined && {text: reply}),
      ...commentOn(wholeReply),
    },
    redirectURL: '',
    headersSize: unknown,
    bodySize: sizeOf(reply, wholeReply),
  };
}

/** Headers or parameters, one for each value. */
const listOf = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).flatMap(([name, value]) => [value].flat().map(one => ({name, value: String(one)})));

const sizeOf = (text: string | undefined, whole: WholeText | undefined) =>
  whole?.length ?? Buffer.byteLength(text ?? '');

const commentOn = (whole: WholeText | undefined) =>
  whole && {comment: `the beginning of ${whole.length} bytes; SHA-256 ${whole.sha256}`};

/** Encodes a URL that may contain any characters. */
const asUri = (url: string): string =>
  url.replaceAll(
    /%(?![\dA-Fa-f]{2})|[^\w\-.~:/?#@!$&'()*+,;=%]/gu,
    one => encodeURIComponent(Buffer.from(one).toString()), // a lone surrogate has no UTF-8 form
  );
