import {example, type FindingRule, fine} from '../../rule.js';

/** The service's limit per key. */
const most = 300;

/** Milliseconds. */
const span = 300_000;

/** The times of the latest requests, in a ring buffer. */
const remember = () => ({times: new Float64Array(most), next: 0, count: 0});

export const overTheLimit: FindingRule = {
  id: 'over-the-limit',
  axis: 'cost',
  level: 'warn',
  what: 'A key makes more than 300 requests in five minutes of the machine, while the sandbox does not limit them. A reset counts anew.',
  why: 'The service stops at 300 in five minutes, with 429.',
  turnOff: 'In load tests, and in large suites that keep one account without a reset.',
  bad: example(
    {path: '/api/v1/payment_types', times: 1},
    ...Array.from({length: 300}, (_, index) => `/api/v1/gifts/${894301 + (index % 200)}`),
  ),
  good: example('/api/v1/payment_types'),
  falseAlarms: [{what: 'Load tests.', undecided: 'Many requests that are meant look as those that are not.'}],
  inspect: ({receivedAt, account}, session) => {
    if (session.settings.rateLimit !== undefined || account === null) {
      return undefined;
    }
    const seen = session.memory(remember);
    const {times, next, count} = seen;
    const isOver = count >= most && receivedAt - times[next]! < span;
    times[next] = receivedAt;
    seen.next = (next + 1) % most;
    seen.count = Math.min(most, count + 1);
    if (!isOver) {
      return fine;
    }
    seen.count = 0; // report once for each 300
    return {
      where: '',
      message: `more than ${most} requests in five minutes; the service stops there with 429`,
      fix: 'Read larger pages, keep what was read, and wait where a 429 comes; start with --rate-limit 300 to try it.',
    };
  },
};
