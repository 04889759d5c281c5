import {decided, type Section, switched} from './assumption.js';

/** Assumptions about the reading of requests, apart from their bodies. */
export const transport: Section = {
  title: 'Transport',
  assumptions: [
    decided('a method that a path does not offer', '405, with `Allow` and the usual error body'),
    decided(
      '`PUT`, `HEAD`',
      '`PUT` is taken wherever `PATCH` is, with the same meaning: seen on two resources, assumed of the others; `HEAD` wherever `GET` is',
    ),
    decided(
      'an unknown path, an unknown id',
      '404 with the usual error body; so does an id in the path that is not a positive integer',
      {statuses: [404]},
    ),
    decided(
      'the body',
      'a JSON object in UTF-8. Other bytes, another character set, broken JSON, an array, no body at all, or another content type: 400. A body without a content type is read as JSON. Over 1 MiB: 413',
      {statuses: [413]},
    ),
    decided(
      '`limit`, `offset`',
      'not an integer, `limit` under 1, `offset` under 0, or given twice: 400 `Parameter Error`',
      {parameters: ['limit', 'offset']},
    ),
    switched({
      point: 'largest `limit`',
      does: '500; a larger one is served as 500, and `limit` in the reply says so',
      option: '--max-limit 100',
      turned: 'a number of your own, from 1 to 100,000',
      places: [{parameters: ['limit']}],
    }),
    decided('`offset` past the end', '200 with no items and no `next_item`', {parameters: ['offset']}),
    decided(
      '`next_link`',
      "`http://`, with the request's own `Host`; never carries `access_token`. With `--trust-proxy`, the scheme and the name that such a proxy tells in `Forwarded`, or else in `X-Forwarded-Proto` and `X-Forwarded-Host`, so that `https` works; so have the document and the page at `/docs`. What anyone else says there is not looked at",
    ),
    decided(
      'numeric strings',
      'plain decimals (`"12"`, `"-3.5"`); `""`, `"0x10"`, `"1e3"`, `true` and `[3]` are refused',
    ),
    decided(
      "`item_type`, `gift_type_id`, `mailing_type_id`, `permanent` with a value they can't have",
      '400 `Parameter Error`',
      {parameters: ['item_type', 'gift_type_id', 'mailing_type_id', 'permanent']},
    ),
    switched({
      point: 'unknown query parameters',
      does: 'ignored, as the service was seen to do; a typo goes unnoticed',
      option: '--strict',
      turned: '400 `Parameter Error`: `Unknown query parameter: page`. `access_token` is known everywhere',
      places: [{statuses: [400]}],
    }),
    switched({
      point: 'how many requests a key may make',
      does: 'as many as it likes',
      option: '--rate-limit 300',
      known: 'declared',
      turned:
        "so many in any five minutes of the account's clock; then 429, with `Retry-After` in seconds. The service's documented figure is 300. What is answered with 401, 403 or 429 does not count, nor does `/health` or `/_sandbox`; a reset, a restore and a seed of the account begin anew",
      places: [{statuses: [429]}],
    }),
    decided('how many parameters a query may have', '1,000; more: 400 `Parameter Error`'),
    decided('escapes in the URL that are no UTF-8', '400; a `%` that begins no escape stands for itself'),
    decided(
      'a write from a page of another origin',
      '403, unless the sandbox was started with `--cors`; the listener of forms takes them from everywhere',
      {statuses: [403]},
    ),
    decided('Basic authentication', 'the user is the key; the password is not looked at'),
    decided('two credentials in one request', 'the header counts, also where it is wrong'),
    decided(
      'the `Host` of a request',
      "must be a name of this machine's own, an address, or one that `--allow-host` names; another one: 403, what is no host: 400. So must the name that a trusted proxy tells",
    ),
    decided(
      'what is no HTTP, or comes too slowly',
      '400 with the usual error body; 431 for headers over 16 KiB, 408 where they take longer than 10 seconds, or the whole request longer than 30',
    ),
  ],
};
