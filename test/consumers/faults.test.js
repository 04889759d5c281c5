import test from 'ava';
import axios from 'axios';
import {columnOf, outcomesOf} from '../../dist/test/support/fault-clients.js';
import {startTestSandbox} from '../../dist/test/support/sandbox.js';

/** axios takes text where JSON cannot be read: whoever asks has to look. */
const ask = async (url, key, timeout) => {
  try {
    const {status, data} = await axios.get(url, {headers: {authorization: `Bearer ${key}`}, timeout});
    return typeof data === 'string' ? `status ${status}, a string` : `status ${status}`;
  } catch (error) {
    return `${error.code}: ${error.message}`;
  }
};

test('axios makes of each fault what docs/test/faults.md says', async t => {
  t.deepEqual(await outcomesOf(ask, await startTestSandbox(t)), columnOf('axios'));
});
