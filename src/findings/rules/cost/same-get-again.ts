import {BoundedMap} from '../../../store/caching.js';
import {example, type FindingRule, fine} from '../../rule.js';

const times = 3;

/** Characters. Longer URLs are not remembered. */
const longestUrl = 1024;

/** The number of reads of each URL since the last write, up to three. */
const remember = (): BoundedMap<string, number> => new BoundedMap(500);

export const sameGetAgain: FindingRule = {
  id: 'same-get-again',
  axis: 'cost',
  level: 'info',
  what: 'A client sends the same GET three times without a write in between.',
  why: 'The response is the same each time, and each request counts toward 300 in five minutes.',
  turnOff: 'If the client polls because others write to the account.',
  bad: example({path: '/api/v1/payment_types', times: 3}),
  good: example({path: '/api/v1/payment_types', times: 2}),
  falseAlarms: [
    {
      what: 'Polling for changes by others.',
      undecided: 'The sandbox cannot know who else writes, so this is only an info.',
    },
  ],
  reads: operation => operation !== undefined,
  inspect: ({method, url, status}, session) => {
    const memory = session.memory(remember);
    if (method !== 'GET') {
      memory.clear();
      return undefined;
    }
    if (status !== 200 || url.length > longestUrl) {
      return undefined;
    }
    const before = memory.get(url) ?? 0;
    if (before < times) {
      memory.set(url, before + 1);
    }
    return before + 1 !== times
      ? fine
      : {
          where: '',
          message: `the same request was sent ${times} times without a write in between`,
          fix: 'Cache the response until something is written.',
        };
  },
};
