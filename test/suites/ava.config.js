/** `npm test`. The suites that take longest start first. */
const first = ['cli', 'docs', 'fuzz', 'resources', 'persistence'];
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
  // Without any result: on a machine that others use, too, the fuzz takes more than two.
  timeout: '5m',
  sortTestFiles: (one, other) => rank(one) - rank(other),
};
