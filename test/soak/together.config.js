import usual from '../suites/ava.config.js';

/** Kills nodes that share a database 500 times, which takes more than an hour. */
export default {...usual, files: ['test/soak/together.test.ts'], timeout: '10m'};
