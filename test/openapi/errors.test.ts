import test from 'ava';
import {servedDocument} from '../../src/openapi/served-document.js';
import {catalog} from '../../src/resources/index.js';
import {startTestSandbox} from '../support/sandbox.js';

const {documentAt} = servedDocument(catalog);

const {responses} = JSON.parse(JSON.stringify(documentAt('/'))).components;

test('the error examples equal the responses of the sandbox', async t => {
  const sandbox = await startTestSandbox(t);
  const {get, post} = sandbox;
  const real = {
    BadRequest: await get('/api/v1/groups?limit=many'),
    Forbidden: await get('/api/v1/groups', {key: 'sandbox-blocked-key'}),
    NotFound: await get('/api/v1/groups/1'),
    PayloadTooLarge: await post('/api/v1/groups', {name: 'x'.repeat(2 ** 20)}),
    UnprocessableEntity: await post('/api/v1/groups', {}),
    Unauthorized: await get('/api/v1/groups', {key: 'wrong'}),
  };
  for (const [name, {body}] of Object.entries(real)) {
    t.deepEqual(responses[name].content['application/json'].example, body, name);
  }
  const text = await get('/api/v1/groups', {key: null});
  t.is(responses.Unauthorized.content['text/html'].example, text.text);
});

test('the 429 example equals the response of the sandbox, except for the numbers', async t => {
  const sandbox = await startTestSandbox(t, {rateLimit: 1});
  await sandbox.get('/api/v1/groups');
  const {body, headers} = await sandbox.get('/api/v1/groups');
  const documented = responses.TooManyRequests;
  const withoutNumbers = (text: string) => text.replaceAll(/\d+ (?=requests)|\d+ (?=s$)/g, '');
  t.is(withoutNumbers(documented.content['application/json'].example.description), withoutNumbers(body.description));
  t.deepEqual(Object.keys(documented.headers), ['Retry-After']);
  t.truthy(headers.get('retry-after'));
});
