import test from 'ava';
import {startCli} from '../support/cli.js';
import {sendRequest} from '../support/http.js';

test('new accounts are rejected when the heap is full, and the process stays alive', async t => {
  const run = await startCli(t, ['--quiet'], 'small', {NODE_OPTIONS: '--max-old-space-size=192'});
  const post = async (path: string, key: string, body: object) => {
    const {status, text} = await sendRequest(new URL(path, run.url), {
      method: 'POST',
      headers: {authorization: `Bearer ${key}`, 'content-type': 'application/json'},
      body: JSON.stringify(body),
    });
    return {status, body: JSON.parse(text) as {description?: string}};
  };
  const long = 'x'.repeat(60_000);
  const fields = [
    'first_name',
    'last_name',
    'job_title',
    'addressee',
    'salutation',
    'nick_name',
    'maiden_name',
    'suffix',
  ];
  const constituent = {...Object.fromEntries(fields.map(field => [field, long])), email_addresses: []};
  // The memory check counts garbage too, so that another account may fit after a garbage collection.
  let [byKey, byAdmin] = [{status: 0, body: {} as {description?: string}}, {status: 0}];
  for (let number = 1; number <= 400 && byAdmin.status !== 507; number++) {
    byKey = await post('/api/v1/constituents', `sbx_used-${number}`, constituent);
    byAdmin =
      byKey.status === 200 ? byAdmin : await post('/_sandbox/accounts', 'sandbox-key', {name: `more-${number}`});
  }
  t.is(byKey.status, 403);
  t.regex(
    byKey.body.description!,
    /^There is no room for another account, so nothing was changed: \d+ of \d+ MiB are in use/,
  );
  t.is(byAdmin.status, 507);
  t.is((await post('/_sandbox/reset?all=true', 'sandbox-key', {})).status, 200);
  t.is((await run.get('/health')).status, 200);
});
