import {decided, type Section, switched} from './assumption.js';

/** Assumptions about the reading of requests, apart from their bodies. */
export const transport: Section = {
  title: 'Transport',
  assumptions: [
    decided('unsupported method', '405 with `Allow` and the usual error body'),
    decided('`PUT`, `HEAD`', '`PUT` works like `PATCH` (observed for two resources); `HEAD` works like `GET`'),
    decided('unknown path or id', '404 with the usual error body, also for an id that is not a positive integer', {
      statuses: [404],
    }),
    decided('body', 'a JSON object in UTF-8, with or without a content type; anything else: 400. Over 1 MiB: 413', {
      statuses: [413],
    }),
    decided(
      '`limit`, `offset`',
      'not an integer, `limit` below 1, `offset` below 0, or repeated: 400 `Parameter Error`',
      {parameters: ['limit', 'offset']},
    ),
    switched({
      point: 'largest `limit`',
      does: '500; a larger one is served as 500, and the response has `"limit": 500`',
      option: '--max-limit 100',
      turned: 'any number from 1 to 100,000',
      places: [{parameters: ['limit']}],
    }),
    decided('`offset` past the end', '200 without items and without `next_item`', {parameters: ['offset']}),
    decided(
      '`next_link`',
      "`http://` and the request's `Host`, without `access_token`. With `--trust-proxy`, scheme and host come from the proxy's `Forwarded`, or else from `X-Forwarded-Proto` and `X-Forwarded-Host`, as in the document and `/docs`",
    ),
    decided(
      'numeric strings',
      'plain decimals (`"12"`, `"-3.5"`); `""`, `"0x10"`, `"1e3"`, `true` and `[3]` are rejected',
    ),
    decided('invalid `item_type`, `gift_type_id`, `mailing_type_id`, `permanent`', '400 `Parameter Error`', {
      parameters: ['item_type', 'gift_type_id', 'mailing_type_id', 'permanent'],
    }),
    switched({
      point: 'unknown query parameters',
      does: 'ignored (observed)',
      option: '--strict',
      turned: '400 `Parameter Error`: `Unknown query parameter: page`. `access_token` is always known',
      places: [{statuses: [400]}],
    }),
    switched({
      point: 'rate limit',
      does: 'none',
      option: '--rate-limit 300',
      known: 'declared',
      turned:
        "this number of requests in five minutes of the account's clock, then 429 with `Retry-After`; the service documents 300. Responses with 401, 403 or 429, `/health` and `/_sandbox` do not count; a reset, restore or seed restarts the count",
      places: [{statuses: [429]}],
    }),
    decided('number of query parameters', '1,000; more: 400 `Parameter Error`'),
    decided('URL escapes that are not UTF-8', '400; a `%` that starts no escape is a literal `%`'),
    decided('write from a page of another origin', '403 without `--cors`, except to the listener of forms', {
      statuses: [403],
    }),
    decided('Basic authentication', 'the user is the key; the password is ignored'),
    decided('two credentials in one request', 'the header is used, even if it is wrong'),
    decided(
      '`Host` of a request',
      'a name of this machine, an address, or a name in `--allow-host`; another name: 403; an invalid one: 400. The same holds for the name that a trusted proxy sends',
    ),
    decided(
      'invalid or slow HTTP',
      '400 with the usual error body; 431 for headers over 16 KiB; 408 for headers that take over 10 seconds, or a request over 30',
    ),
  ],
};
