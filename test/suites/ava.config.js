import {availableParallelism} from 'node:os';

/** `npm test`. The suites that take longest start first. */
const first = ['cli', 'persistence', 'docs', 'others', 'clients', 'admin', 'http', 'fuzz', 'proofs'];
const rank = file => {
  const index = first.findIndex(name => file.endsWith(`${name}.test.ts`));
  return index === -1 ? first.length : index;
};

export default {
  files: ['test/suites/*.test.ts'],
  typescript: {
    rewritePaths: {'src/': 'dist/src/', 'fixtures/': 'dist/fixtures/', 'test/': 'dist/test/'},
    compile: false,
  },
  // A thread that is stopped while it serves takes all others down with it.
  workerThreads: false,
  // Some wait for processes that are killed, stopped or out of time, half of the time.
  concurrency: Math.max(3, availableParallelism()),
  // Most of what tests make is gone before it is looked at twice.
  nodeArguments: ['--max-semi-space-size=32'],
  // Without any result: on a machine that others use, too, the fuzz takes more than two.
  timeout: '5m',
  sortTestFiles: (one, other) => rank(one) - rank(other),
};
