import config from './ava.config.js';

/** Used by `npm run test:no-codegen`. All processes started by the tests inherit the flag. */
export default {
  ...config,
  environmentVariables: {NODE_OPTIONS: '--disallow-code-generation-from-strings'},
};
