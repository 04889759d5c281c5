import usual from '../ava.config.js';
import {files} from './files.js';

/** The slowest files start first. */
const first = [
  ...['in-browser/second', 'in-browser/first', 'consumers/check', 'consumers/clone', 'consumers/image'],
  ...['consumers/workflows', 'consumers/snippets', 'consumers/python-command'],
];
const rank = file => {
  const index = first.findIndex(name => file.endsWith(`${name}.test.js`));
  return index === -1 ? first.length : index;
};

/** Used by `npm run test:consumers`. Browser tests share two browsers. Single files use the default configuration. */
export default {
  ...usual,
  files: [...usual.files, 'test/consumers/in-browser/*.test.js', ...files.map(name => `!test/consumers/${name}`)],
  sortTestFiles: (one, other) => rank(one) - rank(other),
};
