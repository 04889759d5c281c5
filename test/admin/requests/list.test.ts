import test, {type ExecutionContext} from 'ava';
import {adminOf} from '../../support/admin.js';
import {constituentBody} from '../../support/factories.js';
import {frozen, startTestSandbox} from '../../support/sandbox.js';

/** Opens an account, sends some requests and returns functions that list them. */
async function start(t: ExecutionContext) {
  const sandbox = await startTestSandbox(t);
  const admin = adminOf(sandbox);
  const call = {key: admin.key, headers: {'x-sandbox-caller': 'src/sync.ts:42'}};
  await sandbox.post('/api/v1/groups', {name: 'Choir', colour: 'red'}, call); // 1
  await sandbox.get('/api/v1/groups?limit=1', {key: admin.key}); // 2
  await sandbox.get('/api/v1/groups/999', {key: admin.key}); // 3
  await sandbox.get('/api/v1/grups', {key: admin.key}); // 4
  await sandbox.delete('/api/v1/funds', {key: admin.key}); // 5
  const list = async (query = '') => (await admin.get(`/requests${query}`)).body.requests;
  const seqs = async (query: string) => (await list(query)).map(({seq}: {seq: number}) => seq);
  return {sandbox, admin, list, seqs};
}

test('the requests of an account are listed oldest first, with their results', async t => {
  const {list} = await start(t);
  const requests = await list();
  t.deepEqual(
    requests.map(({seq, status}: {seq: number; status: number}) => [seq, status]),
    [
      [1, 200],
      [2, 200],
      [3, 404],
      [4, 404],
      [5, 405],
    ],
  );
  const {received_at, ms, findings, ...first} = requests[0];
  t.deepEqual(first, {
    seq: 1,
    at: '2026-01-01T00:00:00Z',
    account: first.account,
    method: 'POST',
    url: '/api/v1/groups',
    operation: 'createGroup',
    status: 200,
    caller: 'src/sync.ts:42',
    mark: null,
    unassigned: null,
    overrides: [],
    changed: true,
    refusal: null,
    fault: null,
    ignored: 1,
  });
  t.like(findings, [{rule: 'unknown-body-field', level: 'info'}]);
  t.regex(findings[0].fingerprints.join(), /^[\da-f]{16}$/);
  t.true(Date.parse(received_at) > 0);
  t.true(ms >= 0);
  t.is(requests[2].refusal, "Not Found: Item with id '999' not found");
});

test('each filter returns the matching requests', async t => {
  const {seqs} = await start(t);
  for (const [query, expected] of [
    ['operation=createGroup', [1]],
    ['method=delete', [5]],
    ['status=4xx', [3, 4, 5]],
    ['status=405', [5]],
    ['path=/api/v1/groups', [1, 2]],
    ['path=/api/v1/groups/{id}', [3]],
    ['path=/api/v1/gr*', [1, 2, 3, 4]],
    ['caller=src/sync.ts', [1]],
    ['caller=src/sync.ts:42', [1]],
    ['caller=src/sync', []],
    ['changed=true', [1]],
    ['changed=false', [2, 3, 4, 5]],
    ['text=COLOUR', [1]],
    ['mark=one', []],
    ['unmatched=true', [4, 5]],
    ['unmatched=false&status=2xx', [1, 2]],
    ['since=3', [4, 5]],
    ['since=1&limit=2', [2, 3]],
    ['limit=2', [4, 5]],
  ] as const) {
    t.deepEqual(await seqs(`?${query}`), expected, query);
  }
});

test('a request that matches no operation has the nearest path', async t => {
  const {list} = await start(t);
  const requests = await list('?unmatched=true');
  t.deepEqual(
    requests.map(({nearest}: {nearest: string}) => nearest),
    ['/api/v1/groups', '/api/v1/funds'],
  );
});

test('an invalid filter is rejected with the accepted values', async t => {
  const {admin} = await start(t);
  for (const [query, description] of [
    ['operation=createGroop', 'operation: there is no "createGroop"; did you mean createGroup?'],
    ['method=DELET', 'method: must be a method such as DELETE, got "DELET"'],
    ['status=4x', 'status: must be a status such as 404, or 4xx for all that begin so, got "4x"'],
    ['changed=yes', 'changed: must be true or false, got "yes"'],
    ['limit=0', 'limit: must be an integer, 1 or more, got "0"'],
    ['since=-1', 'since: must be an integer, 0 or more, got "-1"'],
    ['path=groups', 'path: must be a path such as /api/v1/gifts/7, /api/v1/gifts/{id} or /api/v1/gifts*, got "groups"'],
    ['text=', 'text: must be a text of 1 to 1000 characters, got ""'],
    ['operaton=x', 'Unknown query parameter: operaton; did you mean operation?'],
  ]) {
    const {status, body} = await admin.get(`/requests?${query}`);
    t.is(status, 400, query);
    t.is(body.description, description);
  }
});

test('a request without an account is listed in the default account with account null', async t => {
  const sandbox = await startTestSandbox(t);
  await sandbox.get('/api/v1/funds?acess_token=secret', {key: 'wrong'});
  await sandbox.get('/health');
  await sandbox.get('/docs');
  const {body, text} = await sandbox.get('/_sandbox/requests');
  t.like(body.requests, [{seq: 1, account: null, at: frozen, status: 401, operation: 'listFunds'}]);
  t.is(body.requests.length, 1);
  t.false(text.includes('secret'));
  t.false(text.includes('wrong'));
});

test('the record filter finds and deletes the requests that changed a record', async t => {
  const sandbox = await startTestSandbox(t);
  const {body: constituent} = await sandbox.post('/api/v1/constituents', constituentBody); // 1
  const under = `/api/v1/constituents/${constituent.id}`;
  const {body: note} = await sandbox.post(`${under}/notes`, {text: 'Met her.', original_date: '2026-01-01'}); // 2
  await sandbox.patch(`/api/v1/notes/${note.id}`, {text: 'Met her again.'}); // 3
  await sandbox.get(`/api/v1/notes/${note.id}`); // 4
  await sandbox.delete(under); // 5: also deletes the note
  const seqs = async (filters: object) => (await sandbox.requests(filters)).map(({seq}) => seq);
  t.deepEqual(await seqs({record: `notes/${note.id}`}), [2, 3, 5]);
  t.deepEqual(await seqs({record: `notes/${note.id}`, method: 'PATCH'}), [3]);
  t.true((await seqs({record: `constituents/${constituent.id}`})).includes(1));
  t.deepEqual(await seqs({record: `notes/${note.id + 1}`}), []);
  t.deepEqual(await seqs({record: `gifts/${note.id}`}), []);
  for (const [record, expected] of [
    ['notes', 'a kind of record and an id, such as gifts/7'],
    ['notes/x', 'a kind of record and an id, such as gifts/7'],
    ['notes/1/2', 'a kind of record and an id, such as gifts/7'],
    ['gift/7', 'a record such as gifts/7'],
  ] as const) {
    const {status, body} = await sandbox.get(`/_sandbox/requests?record=${record}`);
    t.is(status, 400);
    t.is(body.description, `record: must be ${expected}, got "${record}"`);
  }
  t.is((await sandbox.delete(`/_sandbox/requests?record=notes/${note.id}`)).body.deleted, 3);
  t.deepEqual(await seqs({}), [1, 4]);
});

test('a caller is a chain of source locations or the console; other values are dropped', async t => {
  const sandbox = await startTestSandbox(t);
  const six = Array.from({length: 6}, (_, index) => `src/access-token.ts:${index + 1}`);
  const callers = ['console', 'consoles', 'src/sync.ts:7', six.join(' < '), 'src/crm.ts:8 < ../sync.ts:7'];
  for (const caller of callers) {
    await sandbox.get('/api/v1/groups?limit=1', {headers: {'x-sandbox-caller': caller}});
  }
  t.deepEqual(
    (await sandbox.requests()).map(({caller}) => caller),
    ['console', null, 'src/sync.ts:7', six.slice(0, 5).join(' < '), null],
    'at most five frames, none outside the project',
  );
  t.is((await sandbox.requests({caller: 'src/access-token.ts:5'})).length, 1, 'any frame matches');
  t.is((await sandbox.requests({caller: 'src/access-token.ts:6'})).length, 0);
  t.is((await sandbox.requests({caller: 'console'})).length, 1);
});
