import {EventEmitter} from 'node:events';
import type {ServerResponse} from 'node:http';
import {connect} from 'node:net';
import test from 'ava';
import type {Account} from '../../../src/accounts/account.js';
import {StateHistory} from '../../../src/faults/state-history.js';
import {Waiting} from '../../../src/http/faults/reply-parts.js';
import {exchangeRaw} from '../../support/raw-exchange.js';
import {startTestSandbox} from '../../support/sandbox.js';

const response = () => new EventEmitter() as ServerResponse;

for (const rule of ['*:hold', '*:hold@after-commit', '*:delay=5m', '*:delay=5m@after-commit', '*:dribble=1/60s']) {
  test(`${rule}: close() ends pending responses immediately`, async t => {
    const sandbox = await startTestSandbox(t);
    await sandbox.fault(rule);
    const held = Array.from({length: 20}, (_, index) => exchangeRaw(sandbox.port, {body: {name: `Choir ${index}`}}));
    while ((await sandbox.faults())[0]!.hits < 20) {
      await new Promise(resolve => setTimeout(resolve, 5));
    }
    const start = performance.now();
    await sandbox.close();
    t.true(performance.now() - start < 1400, 'close() does not wait for the grace period of requests in flight');
    const ended = await Promise.all(held);
    t.true(rule.includes('hold') ? ended.every(({text}) => text === '') : ended.every(({status}) => status === 200));
  });
}

test('the number of delayed responses is limited; a closed response frees its place and listener', async t => {
  const closing = new AbortController();
  const waiting = new Waiting(closing.signal);
  const responses = Array.from({length: 1000}, response);
  for (const one of responses) {
    waiting.enter(one);
  }
  const error = t.throws(() => waiting.enter(response()));
  t.regex(error.message, /hold up 1000 answers already/);
  responses[0]!.emit('close');
  t.notThrows(() => waiting.enter(response()));
  const one = response();
  const left = waiting.wait(60_000, one);
  t.is(one.listenerCount('close'), 1);
  one.emit('close');
  t.is(await left, 'left');
  t.is(one.listenerCount('close'), 0);
  t.is(await waiting.wait(1, one), 'over');
  const held = waiting.wait(60_000, one);
  closing.abort();
  t.is(await held, 'closing');
  t.is(await waiting.wait(60_000, one), 'closing');
});

test('a client that disconnects from a held response ends the request', async t => {
  const sandbox = await startTestSandbox(t);
  const fault = await sandbox.fault('*:hold');
  const socket = connect(sandbox.port, '127.0.0.1');
  socket.write('GET /api/v1/groups HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sandbox-key\r\n\r\n');
  while ((await fault.status())!.hits === 0) {
    await new Promise(resolve => setTimeout(resolve, 5));
  }
  t.deepEqual((await fault.status())!.requests, [], 'the request is still pending');
  socket.destroy();
  while ((await fault.status())!.requests.length === 0) {
    await new Promise(resolve => setTimeout(resolve, 5));
  }
  t.is((await fault.status())!.requests.length, 1);
});

test('the state history keeps at most a thousand states, and none once forgotten', async t => {
  let records = {};
  const clock = {mode: 'frozen', at: 0, tick: 0};
  const accountOf = () =>
    ({
      generation: 1,
      clock,
      get state() {
        return {records, clock};
      },
    }) as unknown as Account;
  const [account, other] = [accountOf(), accountOf()];
  const history = new StateHistory();
  history.start(other);
  history.start(account);
  for (let count = 0; count < 3000; count++) {
    records = {};
    history.record(account);
  }
  t.is(history.size, 1000);
  t.is(history.beforeRequests(other, 1), undefined, 'the oldest state was evicted first');
  t.truthy(history.beforeRequests(account, 1_000_000));
  history.forget(account);
  t.is(history.size, 0);
});
