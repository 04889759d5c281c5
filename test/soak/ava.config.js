import usual from '../suites/ava.config.js';

/**
 * Tests whose length depends on `effort`, and tests that are too long for `npm test`. `npm run soak` sets the length.
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
