import {folderWith, pythonTest as test, wheelFor} from './python-support.js';

/** `pytest --crm-intercept` with clients that use the real host and do not know the sandbox. */

const {pytest, run: runProgram} = wheelFor();

const host = 'api.example.com';

const client = `import asyncio
import urllib.request
from base64 import b64encode

import aiohttp
import httpx
import requests

URL = "https://${host}/api/v1/funds?limit=1"
SHARED = httpx.Client()  # made when a conftest is loaded


def by_requests(key):
    return requests.get(URL, auth=(key, "")).json()


def by_session(key):
    with requests.Session() as session:
        return session.get(URL, headers={"Authorization": f"Bearer {key}"}).json()


def by_httpx(key):
    return httpx.get(URL, auth=(key, "")).json()


def by_shared_httpx(key):
    return SHARED.get(URL, auth=(key, "")).json()


def by_async_httpx(key):
    async def send():
        async with httpx.AsyncClient() as session:
            return (await session.get(URL, auth=(key, ""))).json()

    return asyncio.run(send())


def by_urllib(key):
    import json

    request = urllib.request.Request(URL, headers={"Authorization": f"Bearer {key}"})
    return json.load(urllib.request.urlopen(request))


def by_aiohttp(key):
    async def send():
        async with aiohttp.ClientSession() as session:
            async with session.get(URL, headers={"Authorization": f"Bearer {key}"}) as response:
                return await response.json()

    return asyncio.run(send())
`;

const tests = `import client
import pytest

WAYS = ["requests", "session", "httpx", "shared_httpx", "async_httpx", "urllib", "aiohttp"]


@pytest.mark.parametrize("way", WAYS)
def test_way(crm, way):
    assert getattr(client, f"by_{way}")(crm.key)["next_link"].startswith("https://${host}/")
    (request,) = crm.requests()
    assert request["caller"].startswith("client.py:")
    assert request["caller"].endswith(" < test_ways.py:9")


def test_without_a_sandbox():
    assert client.by_requests("a key of the service")["total_items"] == 33
`;

const files = {'client.py': client, 'conftest.py': 'import client\n', 'test_ways.py': tests};

for (const words of [
  ['--crm-intercept', host],
  ['--crm-intercept', 'API.example.com.,other.example.com', '-n', '2'],
]) {
  test(`unchanged clients reach the sandbox: pytest ${words.join(' ')}`, async t => {
    const {code, stdout} = await pytest(t, files, words);
    t.is(code, 0, stdout);
    t.regex(stdout, /^8 API requests over .* reached the sandbox\.$/im);
  });
}

test('variables keep the user’s values, and are restored when the run ends', async t => {
  const run = `import os
import sys

import aiohttp  # its TLS context does not trust the sandbox yet
import pytest

before = dict(os.environ)
code = pytest.main(["-p", "no:cacheprovider", "--crm-intercept", "${host}"])
print("different:", {name for name in {*before, *os.environ} if os.environ.get(name) != before.get(name)})
sys.exit(code)
`;
  const inside = `import os
import subprocess
import sys

import client


def test_environment(crm):
    assert os.environ["NO_PROXY"] == "db.internal,localhost,127.0.0.1,::1"
    assert os.environ["PYTHONPATH"].split(os.pathsep)[1:] == ["own"]
    assert client.by_aiohttp(crm.key)["total_items"] == 33


def test_child_process(crm):
    code = "import client, os; client.by_requests(os.environ['CRM_SANDBOX_KEY'])"
    subprocess.run([sys.executable, "-c", code], check=True)
    assert [one["caller"] for one in crm.requests()] == ["client.py:14"]
`;
  const folder = await folderWith(t, {'client.py': client, 'run.py': run, 'test_inside.py': inside});
  const env = {NO_PROXY: `db.internal,${host}`, PYTHONPATH: 'own'};
  const {code, stdout} = await runProgram(folder, ['python', 'run.py'], env);
  t.is(code, 0, stdout);
  t.regex(stdout, /2 passed/);
  t.regex(stdout, /^different: set\(\)$/m);
});

test('a run without a request to an intercepted host prints a warning', async t => {
  const {code, stdout} = await pytest(t, {'test_none.py': 'def test_none():\n    pass\n'}, ['--crm-intercept', host]);
  t.is(code, 0, stdout);
  t.regex(stdout, /^No request to api\.example\.com reached the sandbox\./m);
});

for (const [words, env, message] of [
  [['--crm-intercept', 'localhost'], {}, /^ERROR: The sandbox does not start: --intercept must be a host other/m],
  [
    ['--crm-intercept', host],
    {CRM_SANDBOX_URL: 'http://127.0.0.1:9'},
    /^ERROR: The sandbox of CRM_SANDBOX_URL does not intercept api\.example\.com: unset CRM_SANDBOX_URL, or run /m,
  ],
]) {
  test(`pytest ${words.join(' ')} with ${JSON.stringify(env)} is a usage error`, async t => {
    const {code, stderr} = await pytest(t, files, words, env);
    t.is(code, 4);
    t.regex(stderr, message);
  });
}
