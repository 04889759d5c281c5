import {blocksOf} from '../../dist/test/support/pages.js';
import {startTestSandbox} from '../../dist/test/support/sandbox.js';
import {pythonTest as test, wheelFor} from './python-support.js';

const {pytest} = wheelFor();

test('the pytest recipe passes, and requests are marked with the test and its class', async t => {
  const sandbox = await startTestSandbox(t);
  const {text} = blocksOf('docs/recipes/pytest.md').find(({file}) => file === 'test_gifts.py');
  const ofClass = `import requests


class TestFunds:
    def test_are_listed(self, crm):
        requests.get(f"{crm.url}/api/v1/funds", auth=crm.auth).raise_for_status()
`;
  const files = {'test_gifts.py': text, 'test_more.py': ofClass};
  const {code, stdout} = await pytest(t, files, [], {CRM_SANDBOX_URL: sandbox.url});
  t.is(code, 0, stdout);
  const marksOf = async name => (await sandbox.account(name).requests()).map(({mark}) => mark);
  const name = 'test_a_gift_is_written_once';
  t.deepEqual(await marksOf(`main-1-${name}`), Array(2).fill(`test_gifts.py > ${name}`));
  t.deepEqual(await marksOf('main-2-test_are_listed'), ['test_more.py > TestFunds > test_are_listed']);
});
