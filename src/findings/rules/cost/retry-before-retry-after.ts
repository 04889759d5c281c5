import {moment} from '../../../accounts/clock.js';
import type {FullExchange} from '../../../exchanges/exchange.js';
import {exampleWith, type FindingRule, fine} from '../../rule.js';

/** Earliest time of the next request by the account's clock, in milliseconds since 1970. */
const remember = (): {until?: number | undefined} => ({});

/** Undefined if the clock is frozen: no client could wait for it. */
const nowOf = ({before}: FullExchange) => (before?.clock.mode === 'running' ? moment(before.clock) : undefined);

const inspect: NonNullable<FindingRule['inspect']> = (exchange, session) => {
  const memo = session.memory(remember);
  const now = nowOf(exchange);
  if (now === undefined) {
    return undefined;
  }
  const {until} = memo;
  const seconds = Number(exchange.headers['retry-after']);
  if (exchange.status === 429 && seconds > 0) {
    memo.until = now + seconds * 1000;
  }
  if (until === undefined) {
    return undefined;
  }
  // The header is rounded up to a second.
  return now >= until - 1000
    ? fine
    : {
        where: 'Retry-After',
        message: 'was sent before the time in the Retry-After of a 429',
        fix: 'Wait for as many seconds as Retry-After says before the next request of the key.',
      };
};

export const retryBeforeRetryAfter: FindingRule = {
  id: 'retry-before-retry-after',
  axis: 'cost',
  level: 'error',
  what: 'A key sends a request before the time that a 429 named, by the clock of the rate limit. Not exercised if that clock is frozen.',
  why: 'The service rejects each request before that time, and a client that gives up after a few attempts loses what it wanted to write.',
  turnOff: 'Never: `Retry-After` says how long to wait.',
  bad: exampleWith({options: {now: undefined, rateLimit: 1}, flags: '--rate-limit 1'}, '/api/v1/payment_types', {
    path: '/api/v1/gift_types',
    times: 2,
  }),
  good: exampleWith(
    {options: {now: undefined, rateLimit: 2}, flags: '--rate-limit 2'},
    '/api/v1/payment_types',
    '/api/v1/gift_types',
  ),
  inspect,
  inspectInjected: inspect,
};
