import {writeFileSync} from 'node:fs';
import {connect} from 'node:net';
import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {gzipSync} from 'node:zlib';
import fc from 'fast-check';
import {readShortForm} from '../../../src/faults/short-form.js';
import type {StartOptions} from '../../../src/sandbox/start-options.js';
import {type RunningSandbox, startSandbox} from '../../../src/sandbox/start-sandbox.js';
import type {Replayed} from '../../../src/sandbox/trace/replay.js';
import {sendRequest} from '../../support/http.js';
import {replayFile, type Step} from '../../support/traces.js';
import {control, request} from './steps.js';

/** Random runs that cover everything a trace contains, each recorded and replayed. A seed repeats a run. */

/** The bytes of a connection; `PORT` stands for the sandbox's port. */
interface Sent {
  readonly parts: readonly string[];
  /** Milliseconds between the parts. */
  readonly pause?: number;
  /** Milliseconds after which the client disconnects, for requests that are held. */
  readonly leaves?: number;
  /** Ends the client's side after the last part. */
  readonly isCut?: boolean;
}

interface Action {
  readonly sent?: readonly Sent[];
  /** Added by `sandbox.fault()`. */
  readonly fault?: string | object;
  /** Milliseconds. */
  readonly rest?: number;
}

interface Run {
  readonly options: StartOptions;
  readonly actions: readonly Action[];
}

const head = (line: string, ...headers: string[]) => `${[line, ...headers].join('\r\n')}\r\n\r\n`;

const auth = 'Authorization: Bearer sandbox-key';
const host = 'Host: 127.0.0.1:PORT';
const closing = 'Connection: close';
const json = 'Content-Type: application/json';

function textOf({method, path, key = 'sandbox-key', body, raw, headers = {}}: Step): string {
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const lines = Object.entries({
    host: '127.0.0.1:PORT',
    authorization: `Bearer ${key}`,
    connection: 'close',
    ...(sent !== undefined && {'content-type': 'application/json', 'content-length': Buffer.byteLength(sent)}),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  return latin1(`${head(`${method} ${path} HTTP/1.1`, ...lines)}${sent ?? ''}`);
}

/** Each character of the result is one byte. */
const latin1 = (text: string) => Buffer.from(text).toString('latin1');

const post = (body: string, ...headers: string[]) =>
  head('POST /api/v1/groups HTTP/1.1', host, auth, closing, json, ...headers) + body;

const withLength = (body: string, ...headers: string[]) => post(body, `Content-Length: ${body.length}`, ...headers);

const group = '{"name":"raw"}';

/** Requests that no HTTP library sends. */
const oddities: readonly Sent[] = [
  {parts: ['NONSENSE\r\n\r\n']},
  {parts: ['\x16\x03\x01\x02\x00']},
  {parts: [head('GET /é HTTP/1.1', host)]},
  {parts: [post('5\r\n{"nam', 'Transfer-Encoding: chunked')], isCut: true},
  {parts: [post('{"name"', 'Content-Length: 50')], isCut: true},
  {parts: [post('e\r\n', 'Transfer-Encoding: chunked'), `${group}\r\n0\r\n\r\n`], pause: 5},
  {parts: [withLength('')]},
  {parts: [post('', 'Content-Length: 2000000')]},
  {parts: [withLength('{"name":"\xff"}')]},
  {parts: [withLength('\xff\xfe{}')]},
  {parts: [withLength('{"access_token":"k","name":"\xff"}')]},
  {parts: [withLength(group, 'Content-Encoding: gzip')]},
  {parts: [withLength(group, 'Content-Encoding: rot13')]},
  {parts: [withLength('{"access_token": "sandbox-key"')]},
  {parts: [head('GET /api/v1/groups?limit=1 HTTP/1.0', auth)]},
  {parts: [head('GET /api/v1/groups?limit=1 HTTP/1.1', auth, closing)]},
  {parts: [head('GET /api/v1/groups?limit=1 HTTP/1.1', 'Host:', auth, closing)]},
  {parts: [head('GET /api/v1/groups?limit=1 HTTP/1.1', 'Host: x:99999', auth, closing)]},
  {parts: [head('GET /api/v1/groups?limit=1 HTTP/1.1', 'Host: !:PORT', auth, closing)]},
  {parts: [head('GET /api/v1/groups?limit=1 HTTP/1.1', 'Host: localhost', auth, closing)]},
  {parts: [head('GET http://localhost:PORT/api/v1/groups?limit=1 HTTP/1.1', 'Host: other', auth, closing)]},
  {parts: [head('GET http://evil.example/api/v1/groups HTTP/1.1', host, auth, closing)]},
  {parts: [head('GET ftp://localhost/api/v1/groups HTTP/1.1', host, auth, closing)]},
  {parts: [head('OPTIONS * HTTP/1.1', host, auth, closing)]},
  {parts: [head('OPTIONS /api/v1/groups HTTP/1.1', host, 'Access-Control-Request-Method: POST', closing)]},
  {parts: [head('GET /api/v1/groups?access%5ftoken=sandbox-key&limit=1 HTTP/1.1', host, closing)]},
  {parts: [head('GET /api/v1/groups?access_token=sbx_one HTTP/1.1', host, 'Authorization: Token x', closing)]},
  {parts: [head('GET /api/v1/groups?access_token=&access_token=sbx_one HTTP/1.1', host, closing)]},
  {parts: [head('GET /api/v1/groups HTTP/1.1', host, 'Authorization: Bearer sbx_default', closing)]},
  {parts: [withLength(group, 'Origin: http://127.0.0.1:PORT')]},
  {parts: [withLength(group, 'Origin: http://evil.example:PORT')]},
  {parts: [head('GET /api/v1/groups?limit=1 HTTP/1.1', host, auth) + withLength(group)]},
  {
    parts: [
      withLength(group).replace(closing, 'X: y') + head('GET /api/v1/groups?limit=2 HTTP/1.1', host, auth, closing),
    ],
  },
  {parts: [head('POST /_sandbox/nothing HTTP/1.1', host, auth, closing)]},
  {parts: [head('GET /api/v1/groups?limit=1 HTTP/1.1', host, 'Authorization: Bearer own-1', closing)]},
  {parts: [head('GET /api/v1/groups?limit=1 HTTP/1.1', host, 'Authorization: Bearer own-2', closing)]},
];

const kinds = [
  ...['503', '429=3', '502', 'lost', 'reset', 'empty', 'hold', 'truncate=50%', 'truncate=9', 'malformed', 'wrong_type'],
  ...[
    'delay=8ms',
    'delay=1ms-9ms',
    'dribble=64/1ms',
    'rate_limited=1/60s',
    'stale_read=1',
    'stale_read=3',
    'stale_read=2s',
  ],
];

const rule: fc.Arbitrary<object> = fc
  .record({
    operation: fc.constantFrom('*', 'createGroup', 'listGroups', 'listConstituents', 'updateConstituent'),
    kind: fc.constantFrom(...kinds),
    isAfter: fc.boolean(),
    due: fc.constantFrom<object>({}, {nth: 2}, {every: 2}, {probability: 0.5, seed: 3}, {after: 1, times: 1}),
    ttl: fc.constantFrom<object>({}, {ttl: 5}, {ttl: 20}, {ttl: null}),
  })
  .map(({operation, kind, isAfter, due, ttl}) => {
    const isStale = kind.startsWith('stale');
    const when = isAfter && !isStale && !kind.startsWith('dribble') ? '@after-commit' : '';
    return {...readShortForm(`${isStale ? 'listGroups' : operation}:${kind}${when}`), ...due, ...ttl};
  });

const admin = (method: string, place: string, body?: object, key = 'sandbox-key'): Step => ({
  method,
  path: `/_sandbox${place}`,
  key,
  ...(body && {body}),
});

const number = fc.integer({min: 1, max: 12});
const key = fc.constantFrom('sandbox-key', 'sandbox-key', 'sbx_one');

/** Admin requests about requests and faults. */
const more: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(fc.constantFrom('request', 'before', 'after'), number, key)
    .map(([side, n, key]) => admin('POST', `/restore?to=${side}:${n}`, undefined, key)),
  fc.tuple(number, key).map(([n, key]) => admin('PUT', `/snapshots/a?of=request:${n}`, undefined, key)),
  fc.tuple(number, key).map(([n, key]) => admin('POST', `/requests/${n}/replay`, undefined, key)),
  fc.tuple(number, key).map(([n, key]) => admin('POST', `/requests/${n}/replay?fork=true`, undefined, key)),
  fc.tuple(number, key).map(([n, key]) => admin('POST', '/accounts', {name: 'two', from: {state: `before:${n}`}}, key)),
  fc.tuple(rule, key).map(([rule, key]) => admin('POST', '/faults', rule, key)),
  fc.tuple(rule, rule).map(rules => admin('PUT', '/faults', {rules})),
  fc.constantFrom(
    admin('PUT', '/faults', {scenario: 'lost-gift'}),
    admin('DELETE', '/faults'),
    admin('DELETE', '/faults?all=true'),
    admin('DELETE', '/faults/fault-1'),
    admin('POST', '/reset?keep=faults'),
    admin('POST', '/reset?keep=requests'),
    admin('DELETE', '/requests?status=4xx'),
    admin('POST', '/marks', {name: 'test'}),
  ),
);

/** Longer than any response takes that is not held. */
const leaving = 60;

const sentOf = (step: Step): Sent => ({parts: [textOf(step)], leaves: leaving});

const sent: fc.Arbitrary<Sent> = fc.oneof(
  {weight: 6, arbitrary: request.map(sentOf)},
  {weight: 2, arbitrary: fc.constantFrom({method: 'GET', path: '/api/v1/groups?limit=9'}).map(sentOf)},
  {weight: 3, arbitrary: fc.constant({method: 'POST', path: '/api/v1/groups', body: {name: 'Gala'}}).map(sentOf)},
  {weight: 3, arbitrary: fc.constantFrom(...oddities).map(odd => ({leaves: leaving, ...odd}))},
);

const admins = fc.oneof(control, more, more).map(sentOf);

const action: fc.Arbitrary<Action> = fc.oneof(
  {weight: 8, arbitrary: sent.map(one => ({sent: [one]}))},
  {weight: 4, arbitrary: admins.map(one => ({sent: [one]}))},
  {weight: 3, arbitrary: fc.array(sent, {minLength: 2, maxLength: 5}).map(sent => ({sent}))},
  {
    weight: 2,
    arbitrary: fc
      .tuple(admins, fc.array(sent, {minLength: 1, maxLength: 4}))
      .map(([adminRequest, requests]) => ({sent: [...requests, adminRequest]})),
  },
  {weight: 2, arbitrary: rule.map(fault => ({fault}))},
  {weight: 1, arbitrary: fc.constant({rest: 8})},
);

const run: fc.Arbitrary<Run> = fc.record({
  options: fc
    .record({
      now: fc.constantFrom<object>({now: '2026-01-01'}, {now: '2026-01-01'}, {}),
      faults: fc.oneof(
        fc.constant({}),
        rule.map(rule => ({faults: [rule]})),
      ),
      scenario: fc.constantFrom<object>({}, {}, {}, {scenario: 'flaky-1-in-20'}, {scenario: 'deploy-502'}),
      rateLimit: fc.constantFrom<object>({}, {}, {rateLimit: 4}),
      others: fc.constantFrom<object>({}, {strict: true}, {cors: true}, {maxLimit: 2}, {validateReplies: true}),
    })
    .map(parts => ({constituents: 8, keys: ['own-1', 'own-2'], ...Object.assign({}, ...Object.values(parts))})),
  actions: fc.array(action, {minLength: 3, maxLength: 18}),
});

export const runOf = (seed: number): Run => fc.sample(run, {numRuns: 1, seed})[0]!;

/** Sends bytes and waits until the connection ends. */
export function exchange(port: number, {parts, pause = 0, leaves = 5000, isCut = false}: Sent): Promise<void> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', async () => {
      for (const [index, part] of parts.entries()) {
        await (index > 0 && wait(pause));
        socket.write(Buffer.from(part.replaceAll('PORT', `${port}`), 'latin1'));
      }
      if (isCut) {
        socket.end();
      }
    });
    const timer = setTimeout(() => socket.destroy(), leaves);
    socket.on('error', () => undefined);
    socket.resume();
    socket.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

async function act(sandbox: RunningSandbox, {sent = [], fault, rest}: Action): Promise<void> {
  if (fault !== undefined) {
    await sandbox.fault(fault as never).catch(() => undefined); // Too many faults, or a duplicate id.
  }
  if (rest !== undefined) {
    await wait(rest);
  }
  await Promise.all(sent.map(one => exchange(sandbox.port, one)));
}

/** Makes a run. @returns the trace recorded during it, and the trace saved at its end */
export async function traceRun(seed: number, folder: string): Promise<{recorded: string; saved: string}> {
  const {options, actions} = runOf(seed);
  const recorded = path.join(folder, `recorded-${seed}.gz`);
  const saved = path.join(folder, `saved-${seed}.gz`);
  const sandbox = await startSandbox({...options, trace: recorded});
  try {
    for (const action of actions) {
      await act(sandbox, action);
    }
    const lines = await sendRequest(`${sandbox.url}/_sandbox/trace`, {
      method: 'GET',
      headers: {authorization: 'Bearer sandbox-key'},
    });
    writeFileSync(saved, gzipSync(lines.text));
  } finally {
    await sandbox.close();
  }
  return {recorded, saved};
}

export interface Difference {
  readonly seed: number;
  readonly file: string;
  readonly replayed: Replayed | string;
}

/** Makes a run and replays both its traces. @returns the first that is not equal */
export async function differenceOf(seed: number, folder: string): Promise<Difference | undefined> {
  const {recorded, saved} = await traceRun(seed, folder);
  const replayed = await replayFile(recorded).catch((error: Error) => error.message);
  if (typeof replayed === 'string' || replayed.deviation !== undefined) {
    return {seed, file: recorded, replayed};
  }
  const again = await replayFile(saved).catch((error: Error) => error.message);
  // A reset clears the journal, so a saved trace may have lost its beginning.
  const isEqual = typeof again === 'string' ? /lost its beginning/.test(again) : again.deviation === undefined;
  return isEqual ? undefined : {seed, file: saved, replayed: again};
}
