import type {Occurrence} from '../../finding.js';
import {occurrenceOf, pathOf} from '../../rewrite.js';
import {exampleWith, type FindingRule} from '../../rule.js';

/** The last 429 without a later request. Another rule reports a retry that came too soon. */
const remember = (): {
  open?: {readonly place: Occurrence; readonly path: string; readonly isRetry: boolean} | undefined;
  was?: boolean;
} => ({});

const inspect: NonNullable<FindingRule['inspect']> = (exchange, session) => {
  const memo = session.memory(remember);
  if (exchange.status === 429) {
    const isRetry = memo.open !== undefined && exchange.before?.clock.mode === 'running';
    memo.open = {place: occurrenceOf(exchange), path: pathOf(exchange), isRetry};
    memo.was = true;
  } else if (memo.open !== undefined) {
    memo.open = undefined;
  }
  return undefined;
};

export const gaveUpOn429: FindingRule = {
  id: 'gave-up-on-429',
  axis: 'cost',
  level: 'warn',
  what: 'The last response to a key is a 429: the client sends no further request.',
  why: 'The request had no effect, and the rest of the run never happened.',
  turnOff: 'If a run is meant to end at the limit, and the next run continues.',
  bad: exampleWith({options: {rateLimit: 1}, flags: '--rate-limit 1'}, '/api/v1/payment_types', '/api/v1/gift_types'),
  good: exampleWith({options: {rateLimit: 2}, flags: '--rate-limit 2'}, '/api/v1/payment_types', '/api/v1/gift_types'),
  inspect,
  inspectInjected: inspect,
  atEnd: session => {
    const {open, was} = session.memory(remember);
    if (open === undefined || open.isRetry) {
      return was ? [] : undefined;
    }
    const walk = [...session.pages.walks.values()].find(({path}) => path === open.path);
    const unread = walk === undefined ? 0 : walk.last.facts.total_items - walk.furthest;
    return {
      where: 'Retry-After',
      at: open.place,
      message: `no request followed the 429${unread > 0 ? `: ${unread} of ${walk!.last.facts.total_items} records were never read` : ''}`,
      fix: 'Wait for as many seconds as Retry-After says, and send the request again.',
    };
  },
};
