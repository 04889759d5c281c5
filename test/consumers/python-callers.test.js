import path from 'node:path';
import {startServers} from '../../dist/test/support/preload.js';
import {root} from './installed-package.js';
import {folderWith, python, ran, pythonTest as test} from './python-support.js';

/** Callers of requests in Python processes, which `exec` sets up. */

const callers = path.join(root, 'python/callers');

const clients = `import asyncio
import http.client
import os
import urllib.request

import aiohttp
import httpx
import requests

URL = os.environ["CRM_SANDBOX_URL"]


def by_http_client(path, **headers):
    connection = http.client.HTTPConnection(URL.split("//")[1])
    connection.request("GET", path, headers=headers)
    connection.getresponse().read()
    connection.close()


async def by_aiohttp(path, url=URL):
    async with aiohttp.ClientSession() as session:
        async with session.get(url + path) as response:
            await response.read()


async def by_async_httpx(path):
    async with httpx.AsyncClient() as client:
        await client.get(URL + path)
`;

const main = `import asyncio
import sys

sys.path.insert(0, "lib/site-packages")
sys.path.insert(0, sys.argv[1])
import httpx
import package
import requests
from src import clients


def deep(left):
    return deep(left - 1) if left else requests.get(clients.URL + "/deep")


clients.by_http_client("/http.client")
clients.urllib.request.urlopen(clients.URL + "/urllib").read()
requests.post(clients.URL + "/requests", json={})
requests.Session().get(clients.URL.replace("127.0.0.1", "localhost") + "/localhost")
httpx.get(clients.URL + "/httpx")
asyncio.run(clients.by_aiohttp("/aiohttp"))
asyncio.run(clients.by_async_httpx("/async-httpx"))
deep(3)
package.call(lambda: requests.get(clients.URL + "/package"))
requests.get(clients.URL + "/own", headers={"x-sandbox-Caller": "mine.py:7"})
httpx.get(clients.URL + "/own-httpx", headers={"X-Sandbox-Caller": "mine.py:8"})
for client in (requests, httpx):
    client.get(sys.argv[2] + "/elsewhere-" + client.__name__)
asyncio.run(clients.by_aiohttp("/elsewhere-aiohttp", sys.argv[2]))
import outside

outside.call(requests.get, clients.URL + "/outside")
`;

const files = {
  'app/src/clients.py': clients,
  'app/main.py': main,
  'app/lib/site-packages/package.py': 'def call(act):\n    return act()\n',
  'other/outside.py': 'def call(act, url):\n    return act(url)\n',
};

const lineOf = (text, part) => text.split('\n').findIndex(line => line.includes(part)) + 1;

/** Runs the clients with test servers for the sandbox and another host. @returns the callers by path */
async function callersOf(t, env) {
  const [sandbox, other] = [await startServers(t), await startServers(t)];
  const folder = await folderWith(t, files);
  const words = [python, 'main.py', path.join(folder, 'other'), other.url];
  const variables = {CRM_SANDBOX_URL: sandbox.url, CRM_SANDBOX_FOLDER: path.join(folder, 'app')};
  const result = await ran(path.join(folder, 'app'), words, {...variables, ...env});
  t.deepEqual(result, {code: 0, stdout: '', stderr: ''});
  return Object.fromEntries([...sandbox.got, ...other.got].map(([name, {caller}]) => [name.slice(1), caller]));
}

const line = part => `main.py:${lineOf(main, part)}`;
const clientLine = part => `src/clients.py:${lineOf(clients, part)}`;

test('requests of http.client, urllib, requests, httpx and aiohttp send their callers', async t => {
  const found = await callersOf(t, {PYTHONPATH: callers});
  t.deepEqual(found, {
    'http.client': `${clientLine('connection.request(')} < ${line('/http.client"')}`,
    urllib: line('/urllib"'),
    requests: line('/requests"'),
    localhost: line('/localhost"'),
    httpx: line('/httpx"'),
    aiohttp: `${clientLine('session.get(')} < ${line('"/aiohttp"')}`,
    'async-httpx': `${clientLine('client.get(')} < ${line('"/async-httpx"')}`,
    deep: `${line('/deep"')} < ${line('deep(3)')}`,
    package: line('/package"'),
    own: 'mine.py:7',
    'own-httpx': 'mine.py:8',
    'elsewhere-requests': undefined,
    'elsewhere-httpx': undefined,
    'elsewhere-aiohttp': undefined,
    outside: line('outside.call('),
  });
});

test('without the folder in PYTHONPATH, requests have no callers', async t => {
  const found = await callersOf(t, {PYTHONPATH: ''});
  const sent = Object.values(found).filter(caller => caller !== undefined);
  t.deepEqual(sent.sort(), ['mine.py:7', 'mine.py:8']);
});

test('a call chain has at most five frames', async t => {
  const {got, url} = await startServers(t);
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const calls = names.map((name, index) => `def ${name}():\n    ${names[index + 1] ?? 'send'}()\n`);
  const text = `import urllib.request\n\ndef send():\n    urllib.request.urlopen("${url}/five")\n\n${calls.join('\n')}\na()\n`;
  const folder = await folderWith(t, {'five.py': text});
  const env = {PYTHONPATH: callers, CRM_SANDBOX_URL: url};
  t.is((await ran(folder, [python, 'five.py'], env)).code, 0);
  const lines = ['urlopen(', '    send()', '    g()', '    f()', '    e()'].map(
    part => `five.py:${lineOf(text, part)}`,
  );
  t.is(got.get('/five').caller, lines.join(' < '));
});

for (const [title, env] of [
  ['CRM_SANDBOX_INTERCEPT is not JSON', {CRM_SANDBOX_INTERCEPT: '{'}],
  ['CRM_SANDBOX_INTERCEPT is not an object', {CRM_SANDBOX_INTERCEPT: '[1]'}],
]) {
  test(`a client still works, without the header, if ${title}`, async t => {
    const {got, url} = await startServers(t);
    const text = `import asyncio, sys, httpx, requests, aiohttp

async def send():
    async with aiohttp.ClientSession() as session:
        await session.get(sys.argv[1] + "/aiohttp")

asyncio.run(send())
requests.get(sys.argv[1] + "/requests")
httpx.get(sys.argv[1] + "/httpx")
`;
    const folder = await folderWith(t, {'send.py': text});
    const words = [python, 'send.py', url];
    t.like(await ran(folder, words, {PYTHONPATH: callers, ...env}), {code: 0, stderr: ''});
    t.deepEqual(
      Array.from(got, ([name, {caller}]) => [name, caller]),
      ['/aiohttp', '/requests', '/httpx'].map(name => [name, undefined]),
    );
  });
}

const userFiles = {'own/sitecustomize.py': 'print("own", __name__)\n'};
const code = `import sys; print(sys.modules.get("sitecustomize"), "crm_sandbox_callers" in sys.modules)`;

test('the sitecustomize of the user runs and is the imported module', async t => {
  const folder = await folderWith(t, userFiles);
  const env = {PYTHONPATH: [callers, 'own'].join(path.delimiter)};
  const {stdout, stderr} = await ran(folder, [python, '-c', code], env);
  t.regex(stdout, /^own sitecustomize\n<module 'sitecustomize' from '.*own\/sitecustomize\.py'> True\n$/);
  t.is(stderr, '');
});

test('errors in the sitecustomize of the user are reported as usual', async t => {
  for (const text of ['1 / 0\n', 'import absent\n']) {
    const folder = await folderWith(t, {'own/sitecustomize.py': text});
    const [chained, alone] = await Promise.all(
      [`${callers}${path.delimiter}own`, 'own'].map(value => ran(folder, [python, '-c', '1'], {PYTHONPATH: value})),
    );
    t.deepEqual(chained, alone);
    t.regex(chained.stderr, /^Error in sitecustomize/);
  }
});

test('python -I, -E and -S do not load the callers', async t => {
  const folder = await folderWith(t, userFiles);
  for (const option of ['-I', '-E', '-S']) {
    const {stdout, stderr} = await ran(folder, [python, option, '-c', code], {PYTHONPATH: callers});
    t.regex(stdout, / False\n$/, option);
    t.is(stderr, '');
  }
});

const app = `import os

import requests

url, auth = os.environ["BASE_URL"] + "/api/v1/constituents", (os.environ["CRM_SANDBOX_KEY"], "")
donor = requests.get(url, params={"limit": 1}, auth=auth).json()["items"][0]
requests.post(f"{url}/{donor['id']}/gifts", json={"gift_type_name": "Gift", "amount": 5}, auth=auth)
`;

const run = (folder, words) => ran(folder, [process.execPath, path.join(root, 'bin/crm-sandbox.js'), ...words]);

for (const [title, words, base] of [
  ['exec', [], '$CRM_SANDBOX_URL'],
  ['exec --intercept', ['--intercept', 'api.example.com'], 'https://api.example.com'],
]) {
  test(`findings of ${title} have Python callers, unless PYTHONPATH is unset`, async t => {
    const folder = await folderWith(t, {'app.py': app});
    const exec = command =>
      run(folder, ['exec', '--profile', 'small', ...words, '--fail-on', 'error', '--', 'sh', '-c', command]);
    const found = await exec(`BASE_URL=${base} ${python} app.py`);
    t.is(found.code, 4, found.stderr);
    t.regex(found.stderr, /^error zero-gift: .*\n {2}in app\.py:7, POST /m);
    const blind = await exec(`unset PYTHONPATH; BASE_URL=${base} ${python} app.py`);
    t.is(blind.code, 4);
    t.regex(blind.stderr, /^error zero-gift: .*\n {2}in POST /m);
  });
}

test('exec --intercept redirects aiohttp, although it ignores proxy variables by default', async t => {
  const text = `import aiohttp, asyncio, sys
async def main():
  async with aiohttp.ClientSession() as session:
    async with session.get('https://api.example.invalid/api/v1/funds', headers={'Authorization': 'Bearer k'}) as reply:
      print((await reply.json())['total_items'])
asyncio.run(main())
`;
  const folder = await folderWith(t, {'app.py': text});
  const exec = (...words) =>
    run(folder, ['exec', '--profile', 'small', '--intercept', 'api.example.invalid', '--', python, ...words]);
  t.like(await exec('app.py'), {code: 0, stdout: '33\n'});
  t.is((await exec('-E', 'app.py')).code, 1, 'python -E must not be redirected');
});
