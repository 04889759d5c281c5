import {createHash} from 'node:crypto';
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {machineClock, moment} from '../../src/accounts/clock.js';
import {InvalidArgumentError} from '../../src/errors.js';
import {KeysFile} from '../../src/http/guard/keys-file.js';
import {jsonIn} from '../../src/sandbox/options/values.js';
import {startSandbox} from '../../src/sandbox/start-sandbox.js';
import {newFolder} from '../support/cli.js';
import {startTestSandbox} from '../support/sandbox.js';

const sha256 = (key: string) => createHash('sha256').update(key).digest('hex');

const team = [
  {name: 'ci', sha256: sha256('secret-ci'), role: 'full', prefix: 'team-a-'},
  {name: 'reader', sha256: sha256('secret-reader'), role: 'read-only', account: 'anna'},
  {name: 'anna', sha256: sha256('secret-anna'), role: 'admin', account: 'anna'},
];

async function fileOf(t: ExecutionContext, keys: unknown): Promise<string> {
  const file = path.join(await newFolder(t), 'keys.json');
  writeFileSync(file, typeof keys === 'string' ? keys : JSON.stringify(keys));
  return file;
}

const group = {name: 'Choir'};

test('a key opens its account, or accounts with its prefix, according to its role', async t => {
  const sandbox = await startTestSandbox(t, {keysFile: await fileOf(t, team)});
  const created = async (key: string) => (await sandbox.post('/api/v1/groups', group, {key})).status;
  t.is(await created('secret-ci'), 200);
  t.is(await created('secret-ci.test-7'), 200);
  t.is(await created('secret-anna'), 200);
  t.is(await created('secret-reader'), 403);
  t.is((await sandbox.get('/api/v1/groups', {key: 'secret-reader'})).status, 200);
  const {accounts} = (await sandbox.get('/_sandbox/accounts', {key: 'secret-anna'})).body;
  t.deepEqual(
    accounts.map(({name}: {name: string}) => name),
    ['team-a-default', 'team-a-test-7', 'anna'],
  );
});

test('with a keys file, built-in, unknown and derived keys are rejected', async t => {
  const sandbox = await startTestSandbox(t, {keysFile: await fileOf(t, team)});
  const invalidKeys = [
    'sandbox-key',
    'sandbox-readonly-key',
    'sbx_team-a-default',
    'secret',
    'secret-anna.x',
    '.x',
    'secret-ci.a/b',
  ];
  for (const key of invalidKeys) {
    t.is((await sandbox.get('/api/v1/groups', {key})).status, 401, key);
  }
});

test('the admin API requires a key with the role admin, which opens any account', async t => {
  const sandbox = await startTestSandbox(t, {keysFile: await fileOf(t, team)});
  for (const key of ['secret-ci', 'secret-reader']) {
    const {status, body} = await sandbox.get('/_sandbox', {key});
    t.is(status, 403);
    t.regex(body.description, /needs a key with the role admin/);
    const read = await sandbox.get('/api/v1/groups', {key, headers: {'x-sandbox-as-of': 'baseline'}});
    t.is(read.status, 403);
  }
  t.is((await sandbox.get('/_sandbox', {key: 'secret-anna'})).status, 200);
  const asAdmin = {headers: {'x-admin-key': 'secret-anna'}};
  t.is((await sandbox.get('/_sandbox', {key: 'sbx_team-a-x', ...asAdmin})).body.account, 'team-a-x');
  t.is((await sandbox.get('/_sandbox', {key: 'sandbox-key', headers: {'x-admin-key': 'secret-ci'}})).status, 401);
  t.is((await sandbox.get('/_sandbox/ui/config.json', {key: null})).body.needsAdminKey, true);
});

test('keys of the file never appear in requests, findings or pages', async t => {
  const sandbox = await startTestSandbox(t, {keysFile: await fileOf(t, team)});
  await sandbox.post('/api/v1/groups?access_token=secret-ci', group, {key: 'secret-ci'});
  await sandbox.get('/api/v1/groups?acess_token=secret-ci', {key: 'secret-ci'});
  const account = sandbox.account('team-a-default');
  const texts = await Promise.all([account.requests(), account.findings(), account.request(1)]);
  const browser = {key: null, headers: {accept: 'text/html'}};
  const pages = await Promise.all(['/docs', '/llms.txt', '/'].map(page => sandbox.get(page, browser)));
  t.notRegex(JSON.stringify([texts, pages.map(({text}) => text)]), /secret-ci|sandbox-key/);
  for (const {text} of pages) {
    t.regex(text, /\bYOUR_KEY\b.*\bYOUR_KEY\.test\b/s);
  }
});

test('an invalid keys file is an error that names the entry and the mistake', t => {
  const [ci] = team;
  for (const [keys, expected] of [
    ['{', /^keys\.json is not valid JSON/],
    [[], /^keys\.json: must be a list with one key or more/],
    [[{...ci, sha256: 'secret-ci'}], /key 1: sha256: must be 64 hexadecimal digits/],
    [[{...ci, role: 'root'}], /key 1: role: must be full, read-only or admin/],
    [[{...ci, acount: 'x'}], /key 1: acount: unknown field; did you mean account\?/],
    [[{...ci, account: 'x'}], /ci: give either account or prefix/],
    [[{...ci, prefix: 'a'.repeat(58)}], /key 1: prefix: must be the beginning of the names of accounts/],
    [[{...ci, prefix: 'a b'}], /key 1: prefix: must be the beginning of the names of accounts/],
    [[ci, {...ci, name: 'b'}], /two entries have the same sha256/],
  ] as const) {
    const text = typeof keys === 'string' ? keys : JSON.stringify(keys);
    t.throws(() => new KeysFile(jsonIn(text, 'keys.json', InvalidArgumentError), 'keys.json'), {message: expected});
  }
});

test('keysFile cannot be combined with other keys; a missing file is an error', async t => {
  const keysFile = await fileOf(t, team);
  for (const options of [{keys: ['other']}, {adminKey: 'other'}, {intercept: {hosts: ['api.example.com']}}]) {
    await t.throwsAsync(startSandbox({keysFile, ...options}), {message: /keysFile has all keys/});
  }
  await t.throwsAsync(startSandbox({keysFile: 'missing.json'}), {code: 'ENOENT'});
});

test('accounts expire after accountTtl or their own ttl', async t => {
  const sandbox = await startTestSandbox(t, {accountTtl: 60_000});
  await sandbox.get('/api/v1/groups', {key: 'sbx_short'});
  await sandbox.post('/_sandbox/accounts', {name: 'long', ttl: 3600});
  await sandbox.get('/api/v1/groups');
  const {accounts} = (await sandbox.get('/_sandbox/accounts')).body;
  const left = Object.fromEntries(
    accounts.map(({name, expires_at: at}: {name: string; expires_at: string | null}) => [
      name,
      at === null ? null : Math.round((Date.parse(at) - moment(machineClock)) / 60_000),
    ]),
  );
  t.deepEqual(left, {default: null, short: 1, long: 60});
});
