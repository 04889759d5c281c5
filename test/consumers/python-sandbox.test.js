import {startTestSandbox} from '../../dist/test/support/sandbox.js';
import {pythonTest as test, wheelFor} from './python-support.js';

/** The sandbox of a pytest run: an external one, an unreachable one, and its own. */

const {pytest} = wheelFor();

const funds = `import requests


def test_funds(crm):
    requests.get(f"{crm.url}/api/v1/funds", auth=crm.auth).raise_for_status()
`;

const runTests = (t, text, words, env) => pytest(t, {'test_funds.py': text}, words, env);

test('CRM_SANDBOX_URL is used with an account for each test, and the test’s mark ends', async t => {
  const sandbox = await startTestSandbox(t);
  const {code, stdout} = await runTests(t, funds, [], {CRM_SANDBOX_URL: sandbox.url});
  t.is(code, 0, stdout);
  const requests = await sandbox.account('main-1-test_funds').requests();
  t.deepEqual(
    requests.map(({mark}) => mark),
    ['test_funds.py > test_funds'],
  );
  const {active} = (await sandbox.post('/_sandbox/marks', {name: 'probe'}, {key: 'sbx_main-1-test_funds'})).body;
  t.deepEqual(active, ['probe'], 'the mark must have ended');
});

test('if the sandbox is unreachable, only tests that use it fail', async t => {
  const text = `${funds}\n\ndef test_other():\n    pass\n`;
  const {code, stdout} = await runTests(t, text, [], {CRM_SANDBOX_URL: 'http://127.0.0.1:9'});
  t.is(code, 1);
  t.regex(stdout, /^The sandbox at http:\/\/127\.0\.0\.1:9 does not respond: .*refused/m);
  t.regex(stdout, /1 passed, 1 error/);
});

for (const [failOn, code] of [
  ['error', 1],
  ['never', 0],
]) {
  test(`pytest --crm-fail-on ${failOn} exits with ${code} if the sandbox ends before the summary`, async t => {
    const text = `import pytest
from crm_sandbox import plugin


@pytest.fixture(scope="session", autouse=True)
def end(request):
    yield
    request.config.stash[plugin._run_key].server._process.kill()
    request.config.stash[plugin._run_key].server._process.wait()


def test_one(crm):
    pass
`;
    const {code: ended, stdout} = await runTests(t, text, ['--crm-fail-on', failOn]);
    t.is(ended, code, stdout);
    t.regex(stdout, /^The sandbox is gone, and its findings with it\.$/m);
  });
}

test('killing the run also ends its sandbox', async t => {
  const text = `import os
import signal


def test_kill(crm):
    print(crm.url, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
`;
  const {code, stdout} = await runTests(t, text, ['-s']);
  t.is(code, 'SIGKILL');
  const [url] = /http:\S+/.exec(stdout);
  for (let tries = 0; tries < 100 && (await fetch(`${url}/health`).catch(() => undefined)); tries += 1) {
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  await t.throwsAsync(fetch(`${url}/health`));
});
