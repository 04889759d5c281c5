import fc from 'fast-check';

/** The parts sent over one connection, and whether the client then disconnects or waits for the end. */
export interface RawRequest {
  readonly parts: readonly Buffer[];
  readonly disconnects: boolean;
}

const key = 'Authorization: Bearer sandbox-key\r\n';
const head = (line: string, more = '') => `${line} HTTP/1.1\r\nHost: localhost\r\n${key}${more}\r\n`;
const write = (length: number, body: string) =>
  `${head('POST /api/v1/groups', `Content-Type: application/json\r\nContent-Length: ${length}\r\n`)}${body}`;
const chunked = (chunks: string) => head('POST /api/v1/groups', 'Transfer-Encoding: chunked\r\n') + chunks;

/** Valid requests, which are mutated. */
const valid = [
  head('GET /api/v1/constituents/search?q[]=name=a;city=b&limit=2&expand=groups'),
  head('GET http://localhost/api/v1/groups?limit=1'),
  head('OPTIONS *'),
  head('HEAD /health'),
  head('DELETE /api/v1/groups/1', 'Origin: http://localhost\r\n'),
  head('GET /_sandbox'),
  head('DELETE /api/v1/groups/1', 'Origin: http://evil.example\r\n'),
  head('GET http://evil.example/health'),
  write(12, '{"name":"x"}'),
  chunked('c\r\n{"name":"x"}\r\n0\r\n\r\n'),
];

/** Text that often breaks HTTP parsers. */
const pieces = [
  ...[
    '\0',
    '\r',
    '\n',
    '\r\n',
    '\r\n\r\n',
    ' ',
    '\t',
    '%',
    '%ff',
    '%00',
    '\xff',
    '\xc3',
    '//',
    '/../',
    '@',
    '#',
    '?',
    '&',
  ],
  ...[
    'http://',
    'http://[',
    '[::1]',
    '*',
    ';',
    '=',
    '"',
    '-1',
    '0x10',
    '99999999999999999999',
    'HTTP/9.9',
    'constructor',
  ],
  ...['Content-Length: 5\r\n', 'Transfer-Encoding: chunked\r\n', 'Expect: 100-continue\r\n', 'Upgrade: h2c\r\n'],
  ...[
    'Connection: close\r\n',
    'Content-Encoding: GZIP\r\n',
    'Host: a@b\r\n',
    `X: ${'x'.repeat(20_000)}\r\n`,
    'a=b&'.repeat(2000),
  ],
];

/** A position in a text, as a share of its length. Small positions are not more likely. */
const spot = fc.noBias(fc.nat(9999)).map(share => share / 10_000);

const edit = fc.oneof(
  fc.tuple(spot, fc.constantFrom(...pieces)).map(([at, piece]) => (text: string) => {
    const place = Math.floor(at * text.length);
    return text.slice(0, place) + piece + text.slice(place);
  }),
  fc.tuple(spot, fc.nat(20)).map(([at, length]) => (text: string) => {
    const place = Math.floor(at * text.length);
    return text.slice(0, place) + text.slice(place + length);
  }),
  fc.tuple(spot, fc.integer({min: 0, max: 255})).map(([at, byte]) => (text: string) => {
    const place = Math.floor(at * text.length);
    return text.slice(0, place) + String.fromCharCode(byte) + text.slice(place + 1);
  }),
);

const mutated = fc
  .tuple(fc.constantFrom(...valid), fc.array(edit, {minLength: 1, maxLength: 4}))
  .map(([text, edits]) => edits.reduce((text, change) => change(text), text));

const brokenChunks = fc
  .array(
    fc.constantFrom(
      'c\r\n{"name":"x"}\r\n',
      '5\r\n{"na\r\n',
      '-1\r\n',
      'zz\r\n',
      'fffffffffffffffff\r\n',
      '3;a=b\r\nabc',
      '0\r\n\r\n',
      '\r\n',
      '1\r\nab\r\n',
    ),
    {minLength: 1, maxLength: 6},
  )
  .map(chunks => chunked(chunks.join('')));

const halfSent = fc.nat(11).map(sent => write(12, '{"name":"x"}'.slice(0, sent)));

const slowHeaders = fc.constantFrom('GET /health HTTP/1.1\r\nHost: local', 'GET ', 'POST /api/v1/groups HTTP/1.1\r\nX');

const pipelined = fc
  .array(fc.oneof({weight: 3, arbitrary: fc.constantFrom(...valid)}, mutated), {minLength: 2, maxLength: 15})
  .map(requests => requests.join(''));

export const rawRequests: fc.Arbitrary<RawRequest> = fc
  .tuple(
    fc.oneof({weight: 5, arbitrary: mutated}, brokenChunks, halfSent, slowHeaders, pipelined),
    fc.array(spot, {maxLength: 3}),
    fc.boolean(),
  )
  .map(([text, cuts, disconnects]) => {
    const bytes = Buffer.from(text, 'latin1');
    const places = [0, ...cuts.map(cut => Math.floor(cut * bytes.length)).sort((a, b) => a - b), bytes.length];
    return {parts: places.slice(1).map((end, index) => bytes.subarray(places[index], end)), disconnects};
  });
