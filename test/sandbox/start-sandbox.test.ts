import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {startSandbox} from '../../src/index.js';

const now = '2026-01-01T00:00:00Z';
const small = {profile: 'small', now} as const;

function folder(t: ExecutionContext): string {
  const created = mkdtempSync(path.join(tmpdir(), 'crm-sandbox-'));
  t.teardown(() => rmSync(created, {recursive: true}));
  return created;
}

const addGroup = async (sandbox: {readonly url: string}, key: string, name = 'Choir') => {
  const headers = {authorization: `Bearer ${key}`, 'content-type': 'application/json'};
  const response = await fetch(`${sandbox.url}/api/v1/groups`, {method: 'POST', headers, body: JSON.stringify({name})});
  return (await response.json()) as {id: number; created_at?: string};
};

test('await using starts a sandbox and closes it at the end of the scope', async t => {
  let url: string;
  {
    await using sandbox = await startSandbox(small);
    url = sandbox.url;
    t.is((await fetch(`${url}/health`)).status, 200);
    t.is((await sandbox.status()).counts.constituents, 50);
  }
  await t.throwsAsync(fetch(`${url}/health`));
});

test('close() is idempotent', async t => {
  const sandbox = await startSandbox({profile: 'empty'});
  await Promise.all([sandbox.close(), sandbox.close()]);
  await sandbox.close();
  t.pass();
});

test('reset, snapshot, restore and diff act on the default account', async t => {
  await using sandbox = await startSandbox(small);
  const before = (await sandbox.status()).counts.groups!;
  const {id} = await addGroup(sandbox, sandbox.key);
  t.deepEqual((await sandbox.diff()).total, {created: 1, changed: 0, deleted: 0});
  await sandbox.snapshot('one');
  await addGroup(sandbox, sandbox.key);
  t.is((await sandbox.restore('one')).counts.groups, before + 1);
  t.is((await sandbox.diff('one')).total.created, 0);
  t.is((await sandbox.reset()).counts.groups, before);
  t.is((await addGroup(sandbox, sandbox.key)).id, id);
  t.is((await sandbox.reset('empty')).counts.constituents, 0);
});

test('accounts are isolated, and each has its own key', async t => {
  await using sandbox = await startSandbox(small);
  const [one, two] = [sandbox.account('one'), sandbox.account('two')];
  t.deepEqual([one.name, one.key], ['one', 'sbx_one']);
  await addGroup(sandbox, one.key);
  t.is((await one.diff()).total.created, 1);
  t.is((await two.diff()).total.created, 0);
  t.is((await sandbox.diff()).total.created, 0);
  t.throws(() => sandbox.account('a b'), {message: /letters, digits/});
  t.is((await sandbox.account('three', {}).status()).account, 'three');
});

test('seed() accepts and rejects the same input as over HTTP', async t => {
  await using sandbox = await startSandbox(small);
  t.is((await sandbox.seed({constituents: 7})).counts.constituents, 7);
  const records = {
    constituents: [{$id: 'ada', last_name: 'Lovelace'}],
    gifts: [{constituent_id: '$ada', gift_type_id: 1}],
  };
  const {counts} = await sandbox.seed({records, mode: 'replace'});
  t.deepEqual([counts.constituents, counts.gifts], [1, 1]);
  await t.throwsAsync(sandbox.seed({records: {gifts: [{}]}}), {message: /records\.gifts\[0\]\.constituent_id/});
  t.is((await sandbox.status()).counts.gifts, 1);
});

test('the clock can be frozen, set, advanced, ticked and run', async t => {
  await using sandbox = await startSandbox(small);
  const {clock} = sandbox;
  t.is(await clock.now(), now);
  t.is((await clock.advance('P1D')).now, '2026-01-02T00:00:00Z');
  t.is((await clock.set('2027-01-01')).now, '2027-01-01T00:00:00Z');
  t.is((await clock.tick('PT1M')).tick, 'PT60S');
  await addGroup(sandbox, sandbox.key);
  t.is(await clock.now(), '2027-01-01T00:01:00Z');
  t.is((await clock.tick(null)).tick, null);
  t.is((await clock.run('2028-01-01')).mode, 'running');
  t.deepEqual(await clock.freeze('2029-01-01'), {mode: 'frozen', now: '2029-01-01T00:00:00Z', tick: null});
  await t.throwsAsync(clock.advance('soon'), {message: /ISO 8601 duration/});
});

test('a snapshot written by exportOnExit can be loaded with from', async t => {
  const file = path.join(folder(t), 'out.json');
  {
    await using sandbox = await startSandbox({...small, seed: 3, exportOnExit: file});
    await addGroup(sandbox, sandbox.key);
  }
  await using sandbox = await startSandbox({from: file});
  const {seed, clock, counts} = await sandbox.status();
  t.is(seed, 3);
  t.is(clock.now, now);
  t.is((await sandbox.diff()).total.created, 0, 'the file must be the baseline');
  await addGroup(sandbox, sandbox.key);
  t.deepEqual((await sandbox.reset()).counts, counts);
});

test('a data file keeps every account across restarts, and reset returns to the seed', async t => {
  const data = path.join(folder(t), 'data.json');
  let id: number;
  {
    await using sandbox = await startSandbox({...small, data});
    ({id} = await addGroup(sandbox, sandbox.key));
    await addGroup(sandbox, 'sbx_other');
  }
  {
    await using sandbox = await startSandbox({...small, data});
    t.deepEqual(
      (await sandbox.diff()).created.groups?.map(group => group.id),
      [id],
    );
    t.is((await sandbox.account('other').diff()).total.created, 1);
    await sandbox.reset();
    await sandbox.account('other').snapshot('kept');
  }
  await using sandbox = await startSandbox({...small, data});
  t.is((await sandbox.diff()).total.created, 0);
  t.is((await sandbox.account('other').diff('kept')).total.created, 0);
  t.is((await sandbox.account('other').diff()).total.created, 1);
});

test('a file that cannot be loaded is rejected by name, left unchanged and unlocked', async t => {
  const file = path.join(folder(t), 'x.json');
  writeFileSync(file, '{"groups":[]}');
  for (const options of [{from: file}, {data: file}]) {
    await t.throwsAsync(startSandbox({...small, ...options}), {name: 'SnapshotError', message: /x\.json/});
  }
  await t.throwsAsync(startSandbox({...small, from: `${file}.no`}), {code: 'ENOENT'});
  await t.throwsAsync(startSandbox({...small, data: path.join(file, 'no', 'data.json')}), {
    code: 'ENOTDIR',
  });
  t.is(readFileSync(file, 'utf8'), '{"groups":[]}');
  rmSync(file);
  await (await startSandbox({...small, data: file})).close();
});

test('a data file in use by another sandbox is rejected', async t => {
  const data = path.join(folder(t), 'data.json');
  await using first = await startSandbox({...small, data});
  t.truthy(first.url);
  await t.throwsAsync(startSandbox({...small, data}), {name: 'LockedError', message: /in use by process \d+/});
});

for (const [options, message] of [
  [{now: '2026-02-30'}, /^startSandbox: now: must be a moment such as 2026-01-01T00:00:00Z, got "2026-02-30"$/],
  [{seedUntil: '2026-02-30'}, /seedUntil: must be now, or a day from 1900-01-01 to 9900-01-01, got "2026-02-30"$/],
  [{profile: 'tiny'}, /profile: must be one of empty, small, default, large, got "tiny"/],
  [{constituents: 1.5, port: -1}, /port: must be .* got -1; constituents: must be .* got 1\.5/],
  [
    {trustProxy: ['localhost']},
    /trustProxy\.0: must be an address, a range such as 10\.0\.0\.0\/8, or one of loopback, .* got "localhost"/,
  ],
  [{keys: ['a b']}, /keys\.0: must be a key without spaces, got "a b"/],
  [{keys: ['x', 'sandbox-readonly-key']}, /keys\.1: must be a key other than .* takes as its read-only key$/],
  [{keys: ['sbx_foo']}, /keys\.0: must be a key that does not begin with sbx_/],
  [{profil: 'small'}, /^startSandbox: unknown option profil; did you mean profile\?$/],
  [{zzzzzz: 1}, /unknown option zzzzzz; the options are port, host/],
] as const) {
  test(`a wrong option is rejected: ${JSON.stringify(options)}`, async t => {
    await t.throwsAsync(startSandbox(options as object), {name: 'InvalidArgumentError', message});
  });
}
