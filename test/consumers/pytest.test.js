import {execFile} from 'node:child_process';
import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {promisify} from 'node:util';
import test from 'ava';
import {blocksOf} from '../../dist/test/support/pages.js';
import {startTestSandbox} from '../../dist/test/support/sandbox.js';

const run = promisify(execFile);

/** As much of both packages as the recipe uses, for a machine without them. */
const stubs = {
  'pytest.py': `def fixture(function):
    return function
`,
  'requests.py': `import base64
import json
import urllib.parse
import urllib.request


class Response:
    def __init__(self, reply):
        self.text = reply.read()

    def json(self):
        return json.loads(self.text)

    def raise_for_status(self):
        pass


class Session:
    def send(self, method, url, body=None):
        key = base64.b64encode(":".join(self.auth).encode()).decode()
        headers = {"Authorization": "Basic " + key, "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        return Response(urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method)))

    def get(self, url, params=None):
        return self.send("GET", url + ("?" + urllib.parse.urlencode(params) if params else ""))

    def post(self, url, json=None):
        return self.send("POST", url, json)
`,
};

/** What pytest does with the recipe's fixture and test. */
const runner = `import types
import test_gifts

name = "test_a_gift_is_written_once"
node = types.SimpleNamespace(nodeid="test_gifts.py::" + name)
fixture = test_gifts.crm(types.SimpleNamespace(node=node))
getattr(test_gifts, name)(next(fixture))
assert next(fixture, "ended") == "ended"
`;

const has = (...words) =>
  run(words[0], words.slice(1)).then(
    () => true,
    () => false,
  );

/** Runs the recipe in a folder of its own. @returns the marks of the requests, and the active marks when a further one has begun */
async function marksAfter(t, words, files = {}) {
  const sandbox = await startTestSandbox(t);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'crm-sandbox-python-'));
  t.teardown(() => rm(folder, {recursive: true}));
  await mkdir(path.join(folder, 'stubs'));
  const {text} = blocksOf('docs/recipes/other-languages.md').find(({file}) => file === 'test_gifts.py');
  for (const [name, content] of Object.entries({'test_gifts.py': text, ...files})) {
    await writeFile(path.join(folder, name), content);
  }
  const env = {...process.env, CRM_SANDBOX_URL: sandbox.url, PYTHONPATH: path.join(folder, 'stubs')};
  await run(words[0], words.slice(1), {cwd: folder, env});
  const requests = await sandbox.account('main').requests();
  const {active} = (await sandbox.post('/_sandbox/marks', {name: 'probe'}, {key: 'sbx_main'})).body;
  return {marks: requests.map(({mark}) => mark), active};
}

const title = 'test_gifts.py > test_a_gift_is_written_once';

test('the fixture for pytest marks the requests of each test, run by plain Python', async t => {
  if (!(await has('python3', '--version'))) {
    t.falsy(process.env['CI'], 'CI has python3');
    t.log('LEFT OUT: there is no python3');
    return;
  }
  const files = Object.fromEntries(Object.entries(stubs).map(([name, text]) => [`stubs/${name}`, text]));
  t.deepEqual(await marksAfter(t, ['python3', 'run.py'], {...files, 'run.py': runner}), {
    marks: [title, title],
    active: ['probe'],
  });
});

test('the fixture for pytest marks the requests of each test, with its class, under pytest', async t => {
  if (!(await has('python3', '-c', 'import pytest, requests'))) {
    t.log('LEFT OUT: python3 lacks pytest or requests; plain Python runs the same fixture');
    t.pass();
    return;
  }
  const ofClass = `from test_gifts import URL, crm


class TestFunds:
    def test_are_listed(self, crm):
        crm.get(f"{URL}/api/v1/funds").raise_for_status()
`;
  const words = ['python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider'];
  t.deepEqual(await marksAfter(t, words, {'test_more.py': ofClass}), {
    marks: [title, title, 'test_more.py > TestFunds > test_are_listed'],
    active: ['probe'],
  });
});
