/** `npm run test:consumers`: what only packages and programs can tell that the product does without. */
export default {
  files: ['test/consumers/*.test.js'],
  workerThreads: false,
  // Each waits for others much of the time: a browser, an installation.
  concurrency: 3,
  timeout: '5m',
};
