import {pythonTest as test, wheelFor} from './python-support.js';

/** The pytest plugin of the wheel, in user projects. */

const {pytest} = wheelFor();

const crm = `import requests


def give(crm, **gift):
    donor = requests.get(f"{crm.url}/api/v1/constituents", params={"limit": 1}, auth=crm.auth).json()["items"][0]
    url = f"{crm.url}/api/v1/constituents/{donor['id']}/gifts"
    return requests.post(url, json={"gift_type_name": "Gift", **gift}, auth=crm.auth)
`;

const project = files => ({'src/crm.py': crm, 'pytest.ini': '[pytest]\npythonpath = src\n', ...files});

/** Runs a test file. @returns the exit code and output */
const runTests = (t, text, words, env) => pytest(t, project({'tests/test_gifts.py': text}), words, env);

test('the fixture provides an account for each test and marks its requests', async t => {
  const text = `import os

import pytest
from crm import give

keys = set()


@pytest.mark.parametrize("amount", [1, 2])
def test_one(crm, amount):
    keys.add(crm.key)
    assert len(keys) == amount
    assert os.environ["CRM_SANDBOX_KEY"] == crm.key
    assert os.environ["CRM_SANDBOX_URL"] == crm.url
    give(crm, received_amount=amount)
    assert crm.diff()["total"] == {"created": 1, "changed": 0, "deleted": 0}
    assert {one["mark"] for one in crm.requests()} == {f"tests/test_gifts.py > test_one[{amount}]"}
    assert [one["operation"] for one in crm.requests(changed=True)] == ["createGiftOfConstituent"]
    assert [one["rule"] for one in crm.findings()] == ["gift-without-external-id"]
    assert crm.request(2)["caller"] == "src/crm.py:7 < tests/test_gifts.py:15"


def test_state(crm):
    crm.snapshot("a-b")
    before = crm.status()["counts"]["groups"]
    crm.seed(records={"groups": [{"name": "Choir"}]})
    assert crm.status()["counts"]["groups"] == before + 1
    crm.restore("a-b")
    assert crm.status()["counts"]["groups"] == before
    crm.reset("empty", keep=["faults", "requests"])
    assert crm.status()["counts"]["constituents"] == 0


def test_clock(crm):
    crm.clock.freeze("2026-01-01")
    crm.clock.advance("P1D")
    assert crm.clock.now() == "2026-01-02T00:00:00Z"
    crm.clock.set("2027-01-01")
    crm.clock.tick("PT1S")
    crm.clock.tick(None)
    assert crm.clock.now() == "2027-01-01T00:00:00Z"
    crm.clock.run("2028-01-01")
    assert crm.clock.now() >= "2028-01-01T00:00:00Z"


def test_errors(crm):
    from crm_sandbox import SandboxError

    with pytest.raises(SandboxError, match='has no snapshot "absent"') as caught:
        crm.restore("absent")
    assert caught.value.status == 404
    with pytest.raises(SandboxError, match="did you mean createGift"):
        crm.requests(operation="createGifd")
`;
  const {code, stdout} = await runTests(t, text);
  t.is(code, 0, stdout);
  t.regex(stdout, /5 passed/);
});

test('a fault ends with its block or by end()', async t => {
  const text = `from crm import give


def test_block(crm):
    with crm.fault("createGift:503") as fault:
        assert give(crm, received_amount=5).status_code == 503
        assert fault.hits == 1
    assert give(crm, received_amount=5).status_code == 200
    assert fault.status() is None


def test_rule(crm):
    first, second = crm.fault("*:429"), crm.fault({"operation": "createGift", "fault": {"status": 500}})
    first.end()
    assert give(crm, received_amount=5).status_code == 500
    crm.reset()
    second.end()
    assert give(crm, received_amount=5).status_code == 200
`;
  const {code, stdout} = await runTests(t, text, [], {CRM_SANDBOX_FAULT: 'createFund:500'});
  t.is(code, 0, stdout);
});

test('a failed verification shows the message of the sandbox at the line of the test', async t => {
  const text = `from crm import give


def test_sends_fifty(crm):
    give(crm, received_amount=5)
    crm.verify("createGift", body={"received_amount": 5}, times=1)
    crm.verify("createGift", body={"received_amount": 50}, times=1)
`;
  const {code, stdout} = await runTests(t, text);
  t.is(code, 1);
  t.true(stdout.includes('Expected exactly once: createGiftOfConstituent, body {"received_amount":50}'), stdout);
  t.regex(stdout, / {2}body\.received_amount: expected 50, found 5$/m);
  t.true(stdout.includes('/gifts 200 from src/crm.py:7 < tests/test_gifts.py:5\n'), stdout);
  t.regex(stdout, /^tests\/test_gifts\.py:7: VerificationError$/m);
});

const mistaken = `import pytest
from crm import give


@pytest.mark.parametrize("number", range(8))
def test_alone(crm, number):
    give(crm, amount=number + 1)
    assert crm.diff()["total"]["created"] == 1
    assert len(crm.requests()) == 2
    assert crm.key not in seen
    seen.add(crm.key)
    print("KEY", crm.key, crm.url)


seen = set()
`;

const found = /^error zero-gift: .*\n {2}in src\/crm\.py:7 < tests\/test_gifts\.py:7, POST .*, 8 times\n {2}fix: /m;

test('pytest-xdist workers share a sandbox, but not accounts', async t => {
  const {code, stdout} = await runTests(t, mistaken, ['-n', '2', '-rP']);
  t.is(code, 0, stdout);
  const keys = Array.from(stdout.matchAll(/^KEY (\S+) (\S+)/gm), ([, key, url]) => ({key, url}));
  t.is(new Set(keys.map(({key}) => key)).size, 8);
  t.is(new Set(keys.map(({url}) => url)).size, 1);
  t.deepEqual([...new Set(keys.map(({key}) => key.slice(0, 8)))].sort(), ['sbx_gw0-', 'sbx_gw1-']);
  t.regex(stdout, found, 'the summary must have the findings of both workers');
  t.notRegex(stdout, /warnings summary/);
});

test('the summary lists findings with their Python callers', async t => {
  const {code, stdout} = await runTests(t, mistaken);
  t.is(code, 0, 'findings must not fail the run by default');
  t.regex(stdout, found);
  t.regex(stdout, /^Findings: 1 error, 0 warnings, 1 info\.$/m);
  t.notRegex(stdout, /The run fails/);
});

test('without the callers module, the summary has no Python callers', async t => {
  const files = {'tests/test_gifts.py': mistaken, 'crm_sandbox_callers.py': 'def install():\n    pass\n'};
  const {code, stdout} = await pytest(t, project(files), [], {PYTHONPATH: '.'});
  t.is(code, 0, stdout);
  t.regex(stdout, /^error zero-gift/m);
  t.notRegex(stdout, found);
  t.notRegex(stdout, /src\/crm\.py/);
});

const harmless = `def test_info(crm):
    from crm import give

    give(crm, received_amount=5)
`;

for (const [words, text, code] of [
  [['--crm-fail-on', 'error'], mistaken, 1],
  [['--crm-fail-on', 'error', '-n', '2'], mistaken, 1],
  [['--crm-fail-on', 'never'], mistaken, 0],
  [['--crm-fail-on', 'warn'], harmless, 0],
  [['--crm-fail-on', 'info'], harmless, 1],
  [['--crm-fail-on', 'all'], harmless, 4],
]) {
  const title = text === mistaken ? 'an error' : 'an info';
  test(`pytest ${words.join(' ')} exits with ${code} after ${title}`, async t => {
    const {code: ended, stdout, stderr} = await runTests(t, text, words);
    t.is(ended, code, stdout);
    const reasons = {
      1: new RegExp(`The run fails: 1 (?:error|info).* \\(--crm-fail-on ${words[1]}\\)`),
      4: /invalid choice/,
    };
    t.regex(stdout + stderr, reasons[code] ?? /^Findings: |passed/m);
  });
}
