import test from 'ava';
import {adminOf} from '../support/admin.js';
import {startTestSandbox} from '../support/sandbox.js';

test('a snapshot can be saved, listed, restored repeatedly, replaced and deleted', async t => {
  const own = adminOf(await startTestSandbox(t));
  const name = async () => (await own.api.get('groups?limit=1')).body.items[0].name;
  const {id} = (await own.api.get('groups?limit=1')).body.items[0];
  await own.api.patch(`groups/${id}`, {name: 'One'});
  const saved = await own.put('/snapshots/ready-1.0');
  t.is(saved.status, 200);
  t.like(saved.body, {name: 'ready-1.0', saved_at: '2026-01-01T00:00:00Z'});
  for (const text of ['Two', 'Three']) {
    await own.api.patch(`groups/${id}`, {name: text});
    await own.put('/clock', {advance: 'P1D'});
    const restored = await own.post('/snapshots/ready-1.0/restore');
    t.is(restored.body.clock.now, '2026-01-01T00:00:00Z');
    t.is(await name(), 'One');
  }
  t.is((await own.get()).body.generation, 3);
  await own.api.patch(`groups/${id}`, {name: 'Four'});
  await own.put('/snapshots/ready-1.0');
  await own.post('/reset');
  await own.post('/snapshots/ready-1.0/restore');
  t.is(await name(), 'Four');
  t.deepEqual(
    (await own.get('/snapshots')).body.snapshots.map((snapshot: {name: string}) => snapshot.name),
    ['ready-1.0'],
  );
  t.deepEqual((await own.delete('/snapshots/ready-1.0')).body, {result: 'success'});
  t.is((await own.delete('/snapshots/ready-1.0')).status, 404);
  t.deepEqual((await own.get('/snapshots')).body.snapshots, []);
});

test('an unknown snapshot is a 404, and an invalid name a 422', async t => {
  const own = adminOf(await startTestSandbox(t));
  await own.put('/snapshots/a');
  const {status, body} = await own.post('/snapshots/b/restore');
  t.is(status, 404);
  t.regex(body.description, /has no snapshot "b"; it has a$/);
  for (const name of ['a%20b', 'a%2Fb', 'x'.repeat(65), 'caf%C3%A9', '%00']) {
    const refused = await own.put(`/snapshots/${name}`);
    t.is(refused.status, 422, name);
    t.regex(refused.body.description, /letters, digits/);
  }
});

test('a snapshot cannot be named baseline', async t => {
  const own = adminOf(await startTestSandbox(t));
  const {status, body} = await own.put('/snapshots/baseline');
  t.is(status, 422);
  t.regex(body.description, /^A snapshot cannot be named "baseline": that is the state that a reset goes back to\./);
  t.deepEqual((await own.get('/snapshots')).body.snapshots, []);
});

test('a downloaded snapshot can be uploaded to another account', async t => {
  const sandbox = await startTestSandbox(t);
  const [one, two] = [adminOf(sandbox), adminOf(sandbox)];
  await one.api.post('groups', {name: 'Choir'});
  await one.put('/snapshots/mine');
  const file = await one.get('/snapshots/mine');
  t.is(file.headers.get('content-type'), 'application/json; charset=utf-8');
  const upload = await sandbox.put('/_sandbox/snapshots/theirs', undefined, {
    key: two.key,
    raw: file.text,
    headers: {'content-type': 'application/json'},
  });
  t.is(upload.status, 200);
  await two.post('/snapshots/theirs/restore');
  for (const path of ['groups', 'constituents?limit=500', 'gifts/search?limit=500', 'categories?limit=500']) {
    const same = async (own: typeof one) => (await own.api.get(path)).text;
    t.is(await same(two), await same(one), path);
  }
  t.is((await two.get('/snapshots/theirs')).text, file.text);
});

test('a truncated, modified or unrelated snapshot file is rejected, and the snapshot stays', async t => {
  const sandbox = await startTestSandbox(t);
  const own = adminOf(sandbox);
  await own.put('/snapshots/mine');
  const {text} = await own.get('/snapshots/mine');
  const upload = (raw: string) =>
    sandbox.put('/_sandbox/snapshots/mine', undefined, {
      key: own.key,
      raw,
      headers: {'content-type': 'application/json'},
    });
  for (const raw of [
    text.slice(0, text.length / 2),
    text.replace(/"name":"\w/, '"name":"~'),
    '{"groups":[]}',
    '{}',
    '"x"',
  ]) {
    const {status, body} = await upload(raw);
    t.true(status === 400 || status === 422, `${status} ${body.description}`);
    t.regex(body.description, /\w+ \w+ \w+/);
  }
  t.is((await own.get('/snapshots/mine')).text, text);
});

test('all=true saves and restores every account', async t => {
  const sandbox = await startTestSandbox(t);
  const [one, two] = [adminOf(sandbox), adminOf(sandbox)];
  const groups = async (own: typeof one) => (await own.get()).body.counts.groups;
  const [before] = [await groups(one), await groups(two)];
  await one.put('/snapshots/all?all=true');
  await one.api.post('groups', {name: 'Choir'});
  await two.api.post('groups', {name: 'Choir'});
  await two.post('/snapshots/all/restore?all=true');
  t.deepEqual([await groups(one), await groups(two)], [before, before]);
  await one.put('/snapshots/mine');
  const {status} = await one.post('/snapshots/mine/restore?all=true');
  t.is(status, 404, 'an account without the snapshot prevents the restore');
});

test('an uploaded snapshot is read without blocking other requests, and is unchanged', async t => {
  const sandbox = await startTestSandbox(t);
  t.is((await sandbox.post('/_sandbox/seed', {constituents: 600})).status, 200);
  t.is((await sandbox.put('/_sandbox/snapshots/one')).status, 200);
  const {text} = await sandbox.get('/_sandbox/snapshots/one');
  let isRead = false;
  const sent = sandbox.put('/_sandbox/snapshots/two', undefined, {raw: text}).then(reply => {
    isRead = true;
    return reply;
  });
  let responses = 0;
  while (!isRead) {
    t.is((await sandbox.get('/health')).status, 200);
    responses += 1;
  }
  t.is((await sent).status, 200);
  t.true(responses > 5, `${responses} responses`);
  t.is((await sandbox.get('/_sandbox/snapshots/two')).text, text);
});
