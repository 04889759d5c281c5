import test from 'ava';
import {constituentBody} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

test('a string of 65,536 characters is accepted, and a longer one is a 422 that names the field', async t => {
  const sandbox = await startTestSandbox(t);
  const longest = 'é'.repeat(65_536);
  const {status, body} = await sandbox.post('/api/v1/constituents', {...constituentBody, last_name: longest});
  t.is(status, 200);
  t.is(body.last_name, longest);
  const nested = {...constituentBody, email_addresses: [{address: `${longest}x`, email_type: 'Home'}]};
  const rejected = await sandbox.post('/api/v1/constituents', nested);
  t.is(rejected.status, 422);
  t.regex(rejected.body.description, /email_addresses\[0\]\.address: must be 65536 characters long at most, got 65537/);
  const seeded = await sandbox.post('/_sandbox/seed', {records: {groups: [{name: `${longest}x`}]}});
  t.is(seeded.status, 422);
  t.regex(seeded.body.description, /groups\[0\]\.name: must be 65536 characters long at most, got 65537/);
});
