import usual from '../ava.config.js';
import {files} from './files.js';

/** Those that take longest start first. */
const first = ['in-browser/second', 'in-browser/first', 'consumers/check', 'consumers/clone', 'consumers/image'];
const rank = file => {
  const index = first.findIndex(name => file.endsWith(`${name}.test.js`));
  return index === -1 ? first.length : index;
};

/** `npm run test:consumers`: the tests in a browser share two of them. A file alone runs by the usual configuration. */
export default {
  ...usual,
  files: [...usual.files, 'test/consumers/in-browser/*.test.js', ...files.map(name => `!test/consumers/${name}`)],
  sortTestFiles: (one, other) => rank(one) - rank(other),
};
