import test from 'ava';
import {startCli} from '../support/cli.js';
import {ask} from '../support/http.js';

test('accounts that fill the heap are refused, and the process lives', async t => {
  const run = await startCli(t, ['--quiet'], 'small', {NODE_OPTIONS: '--max-old-space-size=192'});
  const post = async (path: string, key: string, body: object) => {
    const {status, text} = await ask(new URL(path, run.url), {
      method: 'POST',
      headers: {authorization: `Bearer ${key}`, 'content-type': 'application/json'},
      body: JSON.stringify(body),
    });
    return {status, body: JSON.parse(text) as {description?: string}};
  };
  let refused: {status: number; body: {description?: string}} | undefined;
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
  for (let number = 1; number <= 400 && refused === undefined; number++) {
    const reply = await post('/api/v1/constituents', `sbx_used-${number}`, {
      ...Object.fromEntries(fields.map(field => [field, long])),
      email_addresses: [],
    });
    refused = reply.status === 200 ? undefined : reply;
  }
  t.is(refused?.status, 403);
  t.regex(
    refused!.body.description!,
    /^There is no room for another account, so nothing was changed: \d+ of \d+ MiB are in use/,
  );
  const made = await post('/_sandbox/accounts', 'sandbox-key', {name: 'more'});
  t.is(made.status, 507);
  t.is((await post('/_sandbox/reset?all=true', 'sandbox-key', {})).status, 200);
  t.is((await run.get('/health')).status, 200);
});
