import usual from '../suites/ava.config.js';

/**
 * The tests that ask `effort` how much to do, and those that are too long for every save; `npm run soak` says how long.
 */
export default {
  ...usual,
  files: [
    'test/soak/*.test.ts',
    '!test/soak/together.test.ts',
    'test/admin/parallel.test.ts',
    'test/bad-requests.test.ts',
    'test/findings/campaign.test.ts',
    'test/fuzz/fuzz.test.ts',
    'test/sandbox/trace/campaign.test.ts',
    'test/persistence/{data-file,killed,log-file,parse-long-json,reachable,snapshot-format}.test.ts',
    'test/search/search.test.ts',
    'test/store/index/ordered-set.test.ts',
  ],
  timeout: '10m',
};
