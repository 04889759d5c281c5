import test, {type ExecutionContext} from 'ava';
import type {Exchange} from '../../../src/exchanges/exchange.js';
import type {When} from '../../../src/faults/fault-kind.js';
import {exchangeRaw, type RawExchange} from '../../support/raw-exchange.js';
import {startTestSandbox} from '../../support/sandbox.js';

interface Case {
  /** The short form without `@when`. */
  readonly kind: string;
  /** Milliseconds after which the client disconnects. */
  readonly patience?: number;
  /** True if the operation is executed for either `when`. */
  readonly isServed?: true;
  readonly check: (t: ExecutionContext, raw: RawExchange) => void;
}

const noResponse = (t: ExecutionContext, raw: RawExchange, end: RawExchange['end']) => {
  t.is(raw.text, '');
  t.is(raw.end, end);
};

const service = (status: number, error: string, retryAfter?: string) => (t: ExecutionContext, raw: RawExchange) => {
  t.is(raw.status, status);
  t.is(raw.headers['content-type'], 'application/json; charset=utf-8');
  t.is(raw.headers['retry-after'], retryAfter);
  t.deepEqual(Object.keys(JSON.parse(raw.body)), ['api_version', 'error', 'description']);
  t.is(JSON.parse(raw.body).error, error);
  t.is(raw.end, 'open');
};

const gateway = (title: string) => (t: ExecutionContext, raw: RawExchange) => {
  t.is(raw.headers['content-type'], 'text/html; charset=utf-8');
  t.regex(raw.body, new RegExp(`<h1>${title}</h1>`));
  t.is(raw.end, 'open');
};

const cases: readonly Case[] = [
  {kind: '503', check: service(503, 'Service Unavailable', '1')},
  {kind: '429=30', check: service(429, 'Too Many Requests', '30')},
  {kind: '500', check: service(500, 'Internal Server Error')},
  {kind: '422', check: service(422, 'error saving object')},
  {kind: '502', check: gateway('502 Bad Gateway')},
  {kind: '504', check: gateway('504 Gateway Timeout')},
  {kind: 'reset', check: (t, raw) => noResponse(t, raw, 'reset')},
  {kind: 'empty', check: (t, raw) => noResponse(t, raw, 'closed')},
  {kind: 'hold', patience: 150, check: (t, raw) => noResponse(t, raw, 'open')},
  {
    kind: 'truncate=10',
    check: (t, raw) => {
      t.is(raw.status, 200);
      t.is(raw.body, '{"api_vers');
      t.true(Number(raw.headers['content-length']) > 50, 'content-length is that of the whole response');
      t.is(raw.end, 'closed');
    },
  },
  {
    kind: 'truncate=50%',
    check: (t, raw) => {
      t.is(raw.body.length, Math.floor(Number(raw.headers['content-length']) / 2));
      t.is(raw.end, 'closed');
    },
  },
  {
    kind: 'malformed',
    check: (t, raw) => {
      t.is(raw.status, 200);
      t.is(raw.headers['content-type'], 'application/json; charset=utf-8');
      t.is(raw.body.length, Number(raw.headers['content-length']));
      t.throws(() => JSON.parse(raw.body));
      t.is(raw.end, 'open');
    },
  },
  {
    kind: 'wrong_type',
    check: (t, raw) => {
      t.is(raw.status, 200);
      t.is(raw.headers['content-type'], 'text/html; charset=utf-8');
      t.regex(raw.body, /^<!DOCTYPE html>/);
    },
  },
  {kind: 'rate_limited=0/60s', check: service(429, 'Too Many Requests', '60')},
  {
    kind: 'delay=30',
    isServed: true,
    check: (t, raw) => {
      t.is(raw.status, 200);
      t.is(JSON.parse(raw.body).name, 'Choir');
    },
  },
];

/** Starts a sandbox with one fault rule and sends one write. */
async function write(t: ExecutionContext, rule: string, patience?: number, body: unknown = {name: 'Choir'}) {
  const exchanges: Exchange[] = [];
  const sandbox = await startTestSandbox(t, {onExchange: one => exchanges.push(one)});
  const fault = await sandbox.fault(rule);
  const raw = await exchangeRaw(sandbox.port, {body, ...(patience !== undefined && {patience})});
  while (exchanges.length === 0) {
    await new Promise(resolve => setTimeout(resolve, 5)); // a request that the client abandoned is published later
  }
  return {sandbox, fault, raw, exchange: exchanges[0]!, created: (await sandbox.diff()).total.created};
}

for (const {kind, patience, isServed, check} of cases) {
  for (const when of ['before', 'after-commit'] as const satisfies readonly When[]) {
    test(`${kind} ${when}: bytes on the socket, committed state and reported fault`, async t => {
      const {fault, raw, exchange, created} = await write(t, `createGroup:${kind}@${when}`, patience);
      check(t, raw);
      const isKept = isServed === true || when === 'after-commit';
      t.is(created, isKept ? 1 : 0);
      t.is(raw.headers['x-sandbox-fault'], raw.text === '' ? undefined : fault.id);
      t.is(exchange.status, raw.status ?? 0);
      t.like(exchange.fault, {id: fault.id, when, committed: isKept});
      t.like(await fault.status(), {seen: 1, hits: 1, requests: [exchange.seq]});
    });
  }
}

test('lost: the write is committed and the connection reset', async t => {
  const {raw, created, exchange} = await write(t, 'createGroup:lost');
  t.is(raw.end, 'reset');
  t.is(created, 1);
  t.like(exchange.fault, {kind: 'reset', when: 'after-commit', committed: true});
});

test('dribble: the complete response arrives in pieces', async t => {
  const {raw, created, exchange} = await write(t, 'createGroup:dribble=8/5ms');
  t.true(raw.pieces > 5, `${raw.pieces} pieces`);
  t.is(JSON.parse(raw.body).name, 'Choir');
  t.is(created, 1);
  t.is(exchange.reply, raw.body);
  t.like(exchange.fault, {kind: 'dribble', committed: true});
});

test('an after-commit fault also applies to a rejected request, which commits nothing', async t => {
  const {raw, created, exchange} = await write(t, 'createGroup:503@after-commit', undefined, {name: 5});
  t.is(raw.status, 503);
  t.is(created, 0);
  t.like(exchange.fault, {committed: false});
});

test('a client that disconnects during a delay prevents the write only before the commit', async t => {
  const before = await write(t, 'createGroup:delay=60s', 60);
  t.is(before.created, 0);
  t.like(before.exchange, {status: 0, fault: {kind: 'delay', committed: false}});
  const after = await write(t, 'createGroup:delay=60s@after-commit', 60);
  t.is(after.created, 1);
  t.like(after.exchange, {status: 0, fault: {kind: 'delay', committed: true}});
});

test('truncate, malformed and dribble also work on responses of several mebibytes', async t => {
  const sandbox = await startTestSandbox(t, {constituents: 1500, maxLimit: 5000});
  const path = '/api/v1/constituents?limit=5000';
  const whole = await exchangeRaw(sandbox.port, {method: 'GET', path, patience: 1500});
  const length = whole.text.length;
  t.true(length > 1024 * 1024);
  const headers = {authorization: 'Bearer sandbox-key'};
  const undisturbed = await (await fetch(`${sandbox.url}${path}`, {headers})).text();
  const cut = await sandbox.fault('*:truncate=50%');
  const first = await exchangeRaw(sandbox.port, {method: 'GET', path});
  t.is(first.end, 'closed');
  t.is(Buffer.byteLength(first.body), Math.floor(Number(first.headers['content-length']) / 2));
  await cut();
  const broken = await sandbox.fault('*:malformed');
  const half = await exchangeRaw(sandbox.port, {method: 'GET', path});
  t.is(half.body.length, first.body.length);
  t.throws(() => JSON.parse(half.body));
  await broken();
  await sandbox.fault('*:dribble=100/0');
  t.is(await (await fetch(`${sandbox.url}${path}`, {headers})).text(), undisturbed);
});
