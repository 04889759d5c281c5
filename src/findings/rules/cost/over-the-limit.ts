import {example, type FindingRule, fine} from '../../rule.js';

/** The service's limit per key. */
const most = 300;

/** Milliseconds. */
const span = 300_000;

/** The times of the latest requests, the oldest first. */
const remember = (): number[] => [];

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
    const times = session.memory(remember);
    const before = times.length < most ? undefined : times.shift();
    if (before === undefined || receivedAt - before >= span) {
      times.push(receivedAt);
      return fine;
    }
    times.length = 0; // report once for each 300
    return {
      where: '',
      message: `more than ${most} requests in five minutes; the service stops there with 429`,
      fix: 'Read larger pages, keep what was read, and wait where a 429 comes; start with --rate-limit 300 to try it.',
    };
  },
};
