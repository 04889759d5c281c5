import {gunzipSync} from 'node:zlib';
import test from 'ava';
import {type FullExchange, noIssues} from '../../../src/exchanges/exchange.js';
import type {TraceHead} from '../../../src/exchanges/trace/format.js';
import {InOrder, TraceRecorder} from '../../../src/exchanges/trace/trace-recorder.js';

const head: TraceHead = {
  format: 'crm-sandbox trace',
  version: 2,
  sandbox: '0.1.0',
  seed: 1,
  options: {},
  clock: {mode: 'frozen', now: '2026-01-01T00:00:00Z'},
};

const exchange = (order: number, rest: Partial<FullExchange> = {}): FullExchange => ({
  seq: 1,
  order,
  at: '2026-01-01T00:00:00Z',
  receivedAt: 0,
  account: 'one',
  surface: 'api',
  client: {},
  method: 'GET',
  url: `/api/v1/${order}`,
  params: {},
  query: {},
  requestHeaders: {},
  issues: noIssues,
  status: 200,
  headers: {},
  ms: 1,
  ...rest,
});

/** @param settled the order up to which every event has arrived */
function recorded(maxBytes?: number, settled = Number.POSITIVE_INFINITY) {
  const pieces: Buffer[] = [];
  const recorder = new TraceRecorder(head, {settled}, bytes => pieces.push(bytes), maxBytes);
  const lines = () =>
    gunzipSync(Buffer.concat(pieces))
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
  return {recorder, pieces, lines};
}

test('late responses and admin operations are recorded in commit order', t => {
  const {recorder, lines} = recorded(undefined, 0);
  const control = {operation: 'reset', all: true, account: 'one', params: {}, query: {all: 'true'}, receivedAt: 0};
  recorder.read(exchange(2));
  recorder.read(exchange(6, {surface: 'page'}));
  recorder.read(exchange(4, {surface: 'admin'}));
  const at = '2026-01-01T00:00:00Z';
  recorder.readControl({
    ...control,
    commits: [
      {account: 'one', at, order: 1},
      {account: 'two', at, order: 5},
    ],
  });
  recorder.read(exchange(3));
  recorder.end();
  const [first, ...events] = lines();
  t.deepEqual(first, head);
  t.deepEqual(
    events.slice(0, -1).map(({n, account, operation, url}) => [n, account, operation ?? url]),
    [
      [1, 'one', 'reset'],
      [2, 'one', '/api/v1/2'],
      [3, 'one', '/api/v1/3'],
      [4, 'two', 'reset'],
    ],
  );
  t.like(events.at(-1), {type: 'end', events: 4});
});

test('an event is held only until earlier ones can no longer arrive', t => {
  const handed: string[] = [];
  const bus = {settled: 2.5};
  const order = new InOrder(text => handed.push(text), bus);
  order.add(3, 'three');
  t.deepEqual(handed, []);
  order.add(2, 'two');
  t.deepEqual(handed, ['two']);
  bus.settled = Number.POSITIVE_INFINITY;
  order.add(2.5, 'between');
  t.deepEqual(handed, ['two', 'between', 'three']);
});

test('an event that is too late holds up others only to a limit, and is marked as late', t => {
  const handed: Array<readonly [string, boolean]> = [];
  const order = new InOrder((...text) => handed.push(text), {settled: 1});
  for (let number = 2; handed.length === 0 && number < 10_000; number++) {
    order.add(number, `${number}`.padEnd(8000));
  }
  t.is(handed[0]![0].trim(), '2');
  t.true(handed.length < 2200, `${handed.length}`);
  t.true(handed.every(([, isLate]) => !isLate));
  order.add(1, 'late');
  t.deepEqual(handed.at(-1), ['late', true]);
  order.add(5000, 'waits');
  t.is(handed.at(-1)![0], 'late');
  order.flush();
  t.deepEqual(handed.at(-1), ['waits', false]);
});

test('a trace is written during the run in pieces of limited size', t => {
  const {recorder, pieces, lines} = recorded();
  const reply = JSON.stringify({name: 'x'.repeat(20_000)});
  for (let order = 1; order <= 5000; order++) {
    recorder.read(exchange(order, {reply}));
  }
  const longest = Math.max(...pieces.map(piece => gunzipSync(piece).length));
  t.true(pieces.length > 300, `${pieces.length} pieces of 100 MB`);
  t.true(longest < 256 * 1024 + 21_000, `${longest}`);
  recorder.end();
  t.is(lines().length, 5002);
});

test('a trace that reaches its size limit is complete and marked as full', t => {
  const {recorder, lines} = recorded(1000);
  const reply = JSON.stringify({name: 'x'.repeat(20_000)});
  for (let order = 1; order <= 100; order++) {
    recorder.read(exchange(order, {reply}));
  }
  recorder.end();
  const last = lines().at(-1);
  t.like(last, {type: 'end', full: true});
  t.is(last.events, lines().length - 2);
  t.true(recorder.isFull && recorder.events < 100);
});

test('a long response is recorded as its digest, and the sandbox’s origin is left out of links', t => {
  const {recorder, lines} = recorded();
  recorder.read(exchange(1, {reply: 'é'.repeat(200_000)}));
  recorder.read(
    exchange(2, {reply: '{"next_link":"http://127.0.0.1:4080/api/v1/funds?limit=1","url":"http://a.example/"}'}),
  );
  recorder.end();
  t.deepEqual(
    lines()
      .slice(1, 3)
      .map(({reply}) => reply),
    [
      {bytes: 400_000, sha256: lines()[1].reply.sha256},
      '{"next_link":"/api/v1/funds?limit=1","url":"http://a.example/"}',
    ],
  );
  t.regex(lines()[1].reply.sha256, /^[0-9a-f]{64}$/);
});
