import test from 'ava';
import axios from 'axios';
import {columnOf, outcomesOf} from '../../dist/test/support/fault-clients.js';
import {startTestSandbox} from '../../dist/test/support/sandbox.js';

/** axios returns a string if it cannot parse JSON, so the caller has to check. */
const requestWithAxios = async (url, key, timeout) => {
  try {
    const {status, data} = await axios.get(url, {headers: {authorization: `Bearer ${key}`}, timeout});
    return typeof data === 'string' ? `status ${status}, a string` : `status ${status}`;
  } catch (error) {
    return `${error.code}: ${error.message}`;
  }
};

test('each fault has the effect on axios that docs/test/faults.md lists', async t => {
  t.deepEqual(await outcomesOf(requestWithAxios, await startTestSandbox(t)), columnOf('axios'));
});
