/** `npm run test:consumers`: what only packages and programs can tell that the product does without. */
export default {
  files: ['test/consumers/*.test.js'],
  workerThreads: false,
  timeout: '5m',
};
