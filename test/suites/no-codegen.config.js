import config from './ava.config.js';

/** `npm run test:no-codegen`: every process that the tests start inherits the flag, as the tests' own do. */
export default {
  ...config,
  environmentVariables: {NODE_OPTIONS: '--disallow-code-generation-from-strings'},
};
