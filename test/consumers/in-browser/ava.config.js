import usual from '../ava.config.js';
import {files} from './files.js';

/** `npm run test:consumers`: the tests in a browser share two of them. A file alone runs by the usual configuration. */
export default {
  ...usual,
  files: [...usual.files, 'test/consumers/in-browser/*.test.js', ...files.map(name => `!test/consumers/${name}`)],
};
