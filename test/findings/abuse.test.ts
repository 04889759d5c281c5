import test from 'ava';
import {shapesOf} from '../bench/budgets/abuse/shapes.js';
import {sendExample, startWatched} from '../support/findings.js';
import {sendRequest} from '../support/http.js';

/** Bytes of a body: the shapes are the same as with 1 MiB, at a sixteenth of the time. */
const size = 64 * 1024;

test('requests of every expensive shape are recorded truncated, and do not break any report', async t => {
  const sandbox = await startWatched(t, {onRequest: () => undefined, onFinding: () => undefined});
  const {url, key} = sandbox;
  const headers = {authorization: `Bearer ${key}`, 'content-type': 'application/json'};
  for (const {name, method, path, body} of shapesOf(size)) {
    const {status} = await sendRequest(`${url}${path}`, {method, headers, body});
    t.true([200, 400, 422].includes(status), `${name}: ${status}`);
  }
  const findings = await sandbox.findings({all: true});
  t.true(findings.length > 100);
  for (const {fix, message} of findings) {
    const {request, curl} = fix;
    t.true(JSON.stringify(request?.body ?? '').length < 2 * 4096, message);
    t.is(curl === null, request === null || request.truncated === true, message);
  }
  for (const path of ['findings?all=true', 'requests', 'requests?format=har', 'trace', 'ui/']) {
    t.is((await sendExample(sandbox, key, {path: `/_sandbox/${path}`})).status, 200, path);
  }
});

test('only 20 of 5,000 unknown fields are listed, and the rest are counted', async t => {
  const sandbox = await startWatched(t);
  const fields = Object.fromEntries(Array.from({length: 5000}, (_, index) => [`f${index}`, 1]));
  const path = '/api/v1/constituents/959400/contact_reports';
  await sendExample(sandbox, sandbox.key, {method: 'POST', path, body: {text: 'Called', ...fields}});
  const findings = (await sandbox.findings()).filter(({rule}) => rule === 'unknown-body-field');
  t.is(findings.length, 21);
  t.deepEqual(
    findings.filter(({where}) => where === '').map(({level, message}) => [level, message]),
    [['info', 'and 4,980 more']],
  );
  const [request] = await sandbox.requests();
  t.is(request!.ignored, 5000);
  const {text} = await sendExample(sandbox, sandbox.key, {path: '/_sandbox/requests/1'});
  t.is((JSON.parse(text) as {issues: {ignored: unknown[]}}).issues.ignored.length, 21);
});

test('unknown fields are limited per array of elements, and unknown parameters per query', async t => {
  const sandbox = await startWatched(t);
  const elements = Array.from({length: 30}, (_, index) => ({address: `${index}@example.org`, one: 1, two: 2}));
  const body = {first_name: 'Ann', last_name: 'Lee', email_addresses: elements};
  await sendExample(sandbox, sandbox.key, {method: 'POST', path: '/api/v1/constituents', body});
  const names = Array.from({length: 25}, (_, index) => `p${index}=1`);
  await sendExample(sandbox, sandbox.key, {path: `/api/v1/payment_types?${names.join('&')}`});
  const rest = (await sandbox.findings()).filter(({message}) => message.startsWith('and '));
  t.deepEqual(
    rest.map(({rule, where, message}) => [rule, where, message]),
    [
      ['query-parameter-ignored', '', 'and 5 more'],
      ['unknown-body-field', '/email_addresses/*', 'and 40 more'],
    ],
  );
});

test('a reset of all accounts clears requests and sessions, and keeps findings in the report', async t => {
  const sandbox = await startWatched(t);
  const other = sandbox.account('other');
  for (const key of [sandbox.key, other.key]) {
    await sendExample(sandbox, key, {path: '/api/v1/payment_types?foo=1'});
  }
  await other.reset();
  t.is((await other.findings()).length, 1);
  await sendExample(sandbox, sandbox.key, {method: 'DELETE', path: '/_sandbox/accounts/other'});
  t.deepEqual(await other.findings(), []);
  t.is((await sandbox.findings({all: true}))[0]!.count, 2);
  t.is(await sandbox.droppedFindings(), 0);
  await sendExample(sandbox, sandbox.key, {method: 'POST', path: '/_sandbox/reset?all=true', body: {}});
  const [left, ...rest] = await sandbox.findings({all: true});
  t.deepEqual(rest, []);
  t.like(left, {count: 2, got: null, fix: {request: null, curl: null}});
  t.deepEqual(await sandbox.findings(), [], 'no account must have any');
  t.is(await sandbox.droppedFindings(), 0);
});
