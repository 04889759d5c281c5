/** `npm test`. The suites that take longest start first. */
const first = ['cli', 'others', 'clients', 'persistence', 'docs', 'admin', 'http', 'fuzz', 'proofs'];
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
  // Most of what tests make is gone before it is looked at twice.
  nodeArguments: ['--max-semi-space-size=32'],
  // Without any result: on a machine that others use, too, the fuzz takes more than two.
  timeout: '5m',
  sortTestFiles: (one, other) => rank(one) - rank(other),
};
