import {type FullExchange, noIssues} from '../../src/exchanges/exchange.js';

/** An exchange of the account "one", as published by the bus. */
export const exchangeOf = (seq: number, rest: Partial<FullExchange> = {}): FullExchange => ({
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
