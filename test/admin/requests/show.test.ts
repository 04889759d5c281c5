import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import test from 'ava';
import {adminOf} from '../../support/admin.js';
import {startTestSandbox} from '../../support/sandbox.js';

const run = promisify(execFile);

test('a request is shown with its response, issues and changes', async t => {
  const sandbox = await startTestSandbox(t);
  const admin = adminOf(sandbox);
  const {body: group} = await admin.api.post('groups?page=2', {name: 'Choir', colour: 'red'});
  await admin.api.patch(`groups/${group.id}`, {name: 'Band'});
  await admin.api.delete(`groups/${group.id}`);
  const [created, updated, deleted] = await Promise.all(
    [1, 2, 3].map(async seq => (await admin.get(`/requests/${seq}`)).body),
  );
  t.like(created, {
    seq: 1,
    operation: 'createGroup',
    key: {scheme: 'bearer', role: 'full'},
    request: {params: {}, query: {page: '2'}, body: {name: 'Choir', colour: 'red'}},
    reply: {body: group},
    change: {total: {created: 1, changed: 0, deleted: 0}},
  });
  t.deepEqual(
    created.issues.ignored.map(({path}: {path: string[]}) => path),
    [['page'], ['colour']],
  );
  t.is(created.change.created.groups[0].name, 'Choir');
  t.like(updated.change.changed.groups[0], {id: group.id, fields: {name: {from: 'Choir', to: 'Band'}}});
  t.is(deleted.change.deleted.groups[0].id, group.id);
  await admin.api.get('groups');
  t.is((await admin.get('/requests/4')).body.change, null);
});

test('an unknown request is a 404 that names the available numbers', async t => {
  const sandbox = await startTestSandbox(t, {journalRequests: 2});
  const admin = adminOf(sandbox);
  t.regex((await admin.get('/requests/1')).body.description, /none is kept$/);
  for (let count = 0; count < 3; count++) {
    await admin.api.get('funds');
  }
  const {status, body} = await admin.get('/requests/1');
  t.is(status, 404);
  t.regex(body.description, /has no request 1; those that are kept are from 2 to 3$/);
  t.is((await admin.get('/requests/x')).status, 400);
});

test('the curl command repeats the request, with the key from the environment', async t => {
  const sandbox = await startTestSandbox(t);
  const key = 'sbx_curl';
  const call = {key};
  const sent = {name: 'Ada\'s\n$HOME `id` "friends"'};
  await sandbox.post('/api/v1/groups', sent, call);
  await sandbox.get(`/api/v1/groups?access_token=${key}&q[]=id+eq+1`, {key: null});
  await sandbox.get('/api/v1/groups', {key: null, headers: {authorization: `Basic ${btoa(`${key}:`)}`}});
  const commands = await Promise.all(
    [1, 2, 3].map(async seq => (await sandbox.get(`/_sandbox/requests/${seq}/curl`, call)).text),
  );
  const env = {...process.env, CRM_SANDBOX_KEY: key};
  const replies = await Promise.all(
    commands.map(async command => {
      t.false(command.includes(key), command);
      return JSON.parse((await run('sh', ['-c', command.replace('curl', 'curl -s')], {env})).stdout);
    }),
  );
  t.is(replies[0].name, sent.name);
  t.is(replies[1].api_version, '1.0', commands[1]);
  t.true(replies[2].items.length > 0);
});

test('keys are hidden in every output, however they were sent', async t => {
  const sandbox = await startTestSandbox(t);
  const secret = 'sbx_very-secret';
  await sandbox.get(`/api/v1/funds?access_token=${secret}`, {key: null});
  await sandbox.get(`/api/v1/funds?acess_token=${secret}`, {key: null, headers: {'x-api-key': secret}});
  await sandbox.get('/api/v1/funds', {key: null, headers: {authorization: `Basic ${btoa(`${secret}:`)}`}});
  await sandbox.get('/api/v1/funds', {key: secret, headers: {cookie: `key=${secret}`}});
  for (const [key, seqs] of [
    ['sandbox-key', [1]],
    [secret, [1, 2, 3]],
  ] as const) {
    const {body, text} = await sandbox.get('/_sandbox/requests', {key});
    t.is(body.requests.length, seqs.length);
    const har = (await sandbox.get('/_sandbox/requests?format=har', {key})).text;
    const shown = await Promise.all(
      seqs.flatMap(seq =>
        ['', '/curl'].map(async end => (await sandbox.get(`/_sandbox/requests/${seq}${end}`, {key})).text),
      ),
    );
    for (const output of [text, har, ...shown]) {
      // The name of the account is not secret, but the key that opens it is.
      t.false(output.includes(secret), output);
      t.false(output.includes(btoa(`${secret}:`)), output);
    }
  }
});
