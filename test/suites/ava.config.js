import {availableParallelism} from 'node:os';

/** `npm test`. The suites that take longest start first. */
const first = ['cli', 'http', 'persistence', 'docs', 'others', 'clients', 'admin', 'fuzz', 'proofs'];
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
  // Stopping a worker thread while it serves ends the whole process.
  workerThreads: false,
  // Some tests mostly wait for processes, so at least three files run at once.
  concurrency: Math.max(3, availableParallelism()),
  // Most objects of tests are short-lived.
  nodeArguments: ['--max-semi-space-size=32'],
  // Time without a result. On a shared machine the fuzz tests take more than two minutes.
  timeout: '5m',
  sortTestFiles: (one, other) => rank(one) - rank(other),
};
