import {example, type FindingRule, fine} from '../../rule.js';

/** The service's limit per key. */
const limit = 300;

/** Milliseconds. */
const span = 300_000;

/** The times of the latest requests, the oldest first. */
const remember = (): number[] => [];

export const overTheLimit: FindingRule = {
  id: 'over-the-limit',
  axis: 'cost',
  level: 'warn',
  what: 'A key sends more than 300 requests in five minutes of real time, while the sandbox has no rate limit. A reset restarts the count.',
  why: 'The service allows 300 requests in five minutes, and then responds with 429.',
  turnOff: 'For load tests, and for large suites that use one account without a reset.',
  bad: example(
    {path: '/api/v1/payment_types', times: 1},
    ...Array.from({length: 300}, (_, index) => `/api/v1/gifts/${894301 + (index % 200)}`),
  ),
  good: example('/api/v1/payment_types'),
  falseAlarms: [{what: 'Load tests.', undecided: 'Many intended requests look the same as unintended ones.'}],
  inspect: ({receivedAt, account}, session) => {
    if (session.settings.rateLimit !== undefined || account === null) {
      return undefined;
    }
    const times = session.memory(remember);
    const before = times.length < limit ? undefined : times.shift();
    if (before === undefined || receivedAt - before >= span) {
      times.push(receivedAt);
      return fine;
    }
    times.length = 0; // report once per 300
    return {
      where: '',
      message: `more than ${limit} requests in five minutes; the service responds with 429 from then on`,
      fix: 'Read larger pages, cache responses, and wait after a 429; start with --rate-limit 300 to try it.',
    };
  },
};
