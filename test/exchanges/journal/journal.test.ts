import test from 'ava';
import type {FullExchange} from '../../../src/exchanges/exchange.js';
import {noIssues} from '../../../src/exchanges/exchange.js';
import {Journal} from '../../../src/exchanges/journal/journal.js';

const exchange = (seq: number, rest: Partial<FullExchange> = {}): FullExchange => ({
  seq,
  at: '2026-01-01T00:00:00Z',
  receivedAt: 0,
  account: 'one',
  surface: 'api',
  client: {},
  method: 'GET',
  url: '/api/v1/funds',
  params: {},
  query: {},
  requestHeaders: {},
  issues: noIssues,
  status: 200,
  headers: {},
  ms: 1,
  ...rest,
});

test('each account has its own; what has none is listed with the default one', t => {
  const journal = new Journal('default');
  journal.read(exchange(1));
  journal.read(exchange(1, {account: null, status: 401}));
  journal.read(exchange(2, {surface: 'admin'}));
  t.deepEqual(
    ['one', 'default'].map(name => journal.of(name).entries.map(({seq}) => seq)),
    [[1], [1]],
  );
});

test('the oldest goes where there are too many, or their bodies are too large', t => {
  const few = new Journal('default', {exchanges: 2, bytes: 1000});
  for (const seq of [1, 2, 3]) {
    few.read(exchange(seq));
  }
  t.deepEqual(
    few.of('one').entries.map(({seq}) => seq),
    [2, 3],
  );
  t.is(few.of('one').lastEvicted, 1);
  few.read(exchange(4, {reply: 'x'.repeat(499)}));
  few.read(exchange(5, {reply: 'x'.repeat(400)}));
  t.deepEqual(
    few.of('one').entries.map(({seq}) => seq),
    [5],
  );
});

test('who listens is told of what comes, and of an end', t => {
  const journal = new Journal('default');
  const told: Array<number | 'cleared'> = [];
  const end = journal.of('one').listen({appended: ({seq}) => told.push(seq), cleared: () => told.push('cleared')});
  journal.read(exchange(1));
  journal.of('one').clear();
  end();
  journal.read(exchange(2));
  t.deepEqual(told, [1, 'cleared']);
});
