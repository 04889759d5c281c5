import {readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {isContainer} from '../../../src/http/guard/target.js';
import {newFolder} from '../../support/cli.js';
import {eventsOf, linesOf, replayFile, traceOf, writeTrace} from '../../support/traces.js';

const create = (name: string, key?: string) => ({
  method: 'POST',
  path: '/api/v1/groups',
  body: {name},
  ...(key !== undefined && {key}),
});

test('a trace contains no key, however the key was sent', async t => {
  const file = path.join(await newFolder(t), 'trace.gz');
  await traceOf(file, {keys: ['own-key-1234'], adminKey: 'admin-key-1234'}, async (send, {url}) => {
    await send({method: 'GET', path: '/api/v1/groups?limit=1&access_token=own-key-1234', headers: {authorization: ''}});
    await send({method: 'GET', path: '/api/v1/groups?acess_token=own-key-1234', key: 'own-key-1234'});
    await send({method: 'GET', path: '/api/v1/groups', headers: {'x-api-key': 'own-key-1234'}, key: 'wrong-key-1234'});
    await send({...create('Gala', 'sbx_team'), headers: {cookie: 'session=own-key-1234'}});
    await send({method: 'POST', path: '/_sandbox/reset', headers: {'x-admin-key': 'admin-key-1234'}});
    await fetch(`${url}/api/v1/groups`, {headers: {authorization: `Basic ${btoa('own-key-1234:')}`}});
  });
  const text = linesOf(file).join('\n');
  t.deepEqual(text.match(/\w+-key-1234|sbx_|sandbox-key|b3duLWtleS0xMjM0/g), null);
  t.is((await eventsOf(file)).length, 6);
  t.deepEqual(await replayFile(file), {equal: 5, skipped: 0, isFull: false});
});

test('a replay stops at a write without its body, but not at one without its response', async t => {
  const file = path.join(await newFolder(t), 'trace.gz');
  await traceOf(file, {}, async send => {
    await send(create('Gala'));
    await send(create('Friends'));
  });
  const lines = linesOf(file).slice(0, -1);
  writeTrace(file, lines.with(1, lines[1]!.replace(/"reply":"(?:[^"\\]|\\.)*",/, '')));
  t.like(await replayFile(file), {equal: 2, deviation: undefined});
  writeTrace(file, lines.with(2, lines[2]!.replace(/"body":"(?:[^"\\]|\\.)*",/, '"lost":true,')));
  await t.throwsAsync(replayFile(file), {message: /behind number 2: the body of createGroup was too long to be kept/});
});

test('a replayed request, and the account forked for it, are in the trace once', async t => {
  const file = path.join(await newFolder(t), 'trace.gz');
  await traceOf(file, {}, async (send, sandbox) => {
    await send(create('Gala'));
    await send(create('Friends', 'sbx_team'));
    await sandbox.replay(1);
    await sandbox.replay(1, {fork: true});
    await sandbox.account('team').replay(1, {fork: true});
    await send({method: 'GET', path: '/api/v1/groups', key: 'sbx_replay-of-1-2'});
  });
  const recorded = (await eventsOf(file)).map(({account, operation}) => `${account} ${operation}`);
  t.deepEqual(recorded, [
    'default createGroup',
    'team createGroup',
    'default createGroup',
    'default createAccount',
    'replay-of-1 createGroup',
    'team createAccount',
    'replay-of-1-2 createGroup',
    'replay-of-1-2 listGroups',
  ]);
  t.deepEqual(await replayFile(file), {equal: 6, skipped: 0, isFull: false});
});

test('a different response, status or change is reported with its number', async t => {
  const file = path.join(await newFolder(t), 'trace.gz');
  await traceOf(file, {}, async send => {
    await send(create('Gala'));
    await send(create('Friends'));
    await send({method: 'GET', path: '/api/v1/groups'});
  });
  const lines = linesOf(file).slice(0, -1);
  for (const [from, to, of] of [
    ['\\"name\\":\\"Friends\\",\\"key\\"', '\\"name\\":\\"Fiends\\",\\"key\\"', 'reply'],
    ['"status":200', '"status":201', 'status'],
    ['"change":"created"', '"change":"changed"', 'changes'],
  ] as const) {
    t.true(lines[2]!.includes(from));
    writeTrace(file, lines.with(2, lines[2]!.replace(from, to)));
    const {deviation, equal} = await replayFile(file);
    t.is(equal, 1);
    t.is(deviation?.event.n, 2);
    t.is(deviation?.of, of);
  }
});

test('requests that wait for a seed are replayed after it', async t => {
  const file = path.join(await newFolder(t), 'trace.gz');
  await traceOf(file, {}, async send => {
    const seed = send({method: 'POST', path: '/_sandbox/seed', body: {constituents: 1500}});
    const writes = Array.from({length: 20}, async (_, index) => {
      await new Promise(resolve => setTimeout(resolve, index));
      return send(create(`Gala ${index}`));
    });
    const reads = Array.from({length: 5}, () => send({method: 'GET', path: '/api/v1/groups?limit=100'}));
    await Promise.all([seed, ...writes, ...reads]);
    await send({method: 'GET', path: '/api/v1/groups?limit=100'});
  });
  const {deviation, equal} = await replayFile(file);
  t.is(deviation, undefined, JSON.stringify(deviation));
  t.is(equal, 26);
});

test('accounts created by the library, and expired ones, are in the trace', async t => {
  const file = path.join(await newFolder(t), 'trace.gz');
  await traceOf(file, {constituents: 5}, async (send, sandbox) => {
    sandbox.account('made', {assume: {keyword_delete: 'permanent'}});
    await sandbox.account('made').clock.set('2026-02-03');
    await sandbox.account('made').snapshot('before');
    await send(create('Gala', 'sbx_made'));
    await sandbox.account('made').restore('before');
    await send(create('Friends', 'sbx_made'));
    await send({method: 'POST', path: '/_sandbox/accounts', body: {name: 'short', ttl: 3}});
    const {body} = {body: await send(create('Gala', 'sbx_short'))};
    await new Promise(resolve => setTimeout(resolve, 3200));
    const again = await send(create('Gala', 'sbx_short'));
    t.is(again.text, body.text, 'the expired account must have been created again');
  });
  const recorded = (await eventsOf(file)).map(event => event.operation);
  t.deepEqual(recorded, [
    'createAccount',
    'setClock',
    'saveSnapshot',
    'createGroup',
    'restoreState',
    'createGroup',
    'createAccount',
    'createGroup',
    'deleteAccount',
    'createGroup',
  ]);
  t.like(await replayFile(file), {equal: 4, deviation: undefined});
});

test('a run with the system clock is replayed at its recorded times', async t => {
  const file = path.join(await newFolder(t), 'trace.gz');
  await traceOf(file, {now: null, constituents: 5, seedUntil: 'now'}, async send => {
    for (const name of ['one', 'two', 'three']) {
      await send({
        method: 'POST',
        path: '/api/v1/constituents',
        body: {last_name: name, constituent_type: 'individual'},
      });
      await new Promise(resolve => setTimeout(resolve, 700));
      await send({method: 'GET', path: '/api/v1/constituents?limit=10'});
    }
  });
  await new Promise(resolve => setTimeout(resolve, 1100));
  t.deepEqual(await replayFile(file), {equal: 6, skipped: 0, isFull: false});
});

test('a replay uses the options of its run, and form submissions reach their account', async t => {
  const file = path.join(await newFolder(t), 'trace.gz');
  const options = {
    strict: true,
    maxLimit: 3,
    rateLimit: 4,
    assume: {keyword_delete: 'permanent'},
    allowHosts: ['crm.example'],
  } as const;
  await traceOf(file, {...options, constituents: 9}, async (send, sandbox) => {
    await send({method: 'GET', path: '/api/v1/constituents?limit=9', headers: {host: 'crm.example'}});
    await send({method: 'GET', path: '/api/v1/constituents?limt=9'});
    await send({method: 'GET', path: '/api/v1/groups'});
    await send({method: 'GET', path: '/api/v1/groups'});
    t.is((await send({method: 'GET', path: '/api/v1/groups'})).status, 429);
    const {listener} = await sandbox.account('forms').status();
    t.is((await send({method: 'POST', path: listener, raw: '{"a":"b"}'})).status, 200);
    t.is((await send({method: 'POST', path: '/integrations/0/listener', raw: '{"a":"b"}'})).status, 404);
  });
  t.deepEqual(await replayFile(file), {equal: 7, skipped: 0, isFull: false});
});

test('the host names that a container accepts are accepted in its replay only', async t => {
  const file = path.join(await newFolder(t), 'trace.gz');
  await traceOf(file, {constituents: 9}, async send => {
    await send({method: 'GET', path: '/api/v1/groups', headers: {host: 'crm'}});
  });
  t.deepEqual(await replayFile(file), {equal: 1, skipped: 0, isFull: false});
  const [first, ...others] = linesOf(file);
  const {options, ...head} = JSON.parse(first!);
  t.is(options.inContainer, isContainer() || undefined);
  writeTrace(file, [JSON.stringify({...head, options: {...options, inContainer: !isContainer()}}), ...others]);
  t.like((await replayFile(file)).deviation, {of: 'status'});
});

test('a replay needs the snapshot file of its run, and rejects a run with an existing data file', async t => {
  const folder = await newFolder(t);
  const [file, data, start] = ['trace.gz', 'data.json', 'start.json'].map(name => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  await traceOf(file, {data, exportOnExit: start}, send => send(create('Gala')));
  t.like(await replayFile(file), {equal: 1});
  await traceOf(file, {data}, send => send(create('Gala')));
  await t.throwsAsync(replayFile(file), {message: /cannot be replayed: the sandbox started with a data file/});
  await traceOf(file, {from: start}, send => send(create('Friends')));
  t.like(await replayFile(file), {equal: 1});
  await t.throwsAsync(replayFile(file, data), {message: /data\.json is not the file that the sandbox/});
});

test('a replay stops at an admin request whose body was too long to keep', async t => {
  const file = path.join(await newFolder(t), 'trace.gz');
  await traceOf(file, {}, async send => {
    await send({method: 'POST', path: '/api/v1/groups', raw: `{"name":"${'x'.repeat(1024 * 1024)}"}`});
    await send({method: 'PUT', path: '/_sandbox/snapshots/before'});
    const {text} = await send({method: 'GET', path: '/_sandbox/snapshots/before'});
    const {checksum: _, ...unchecked} = JSON.parse(text);
    const raw = JSON.stringify(unchecked) + ' '.repeat(5 * 1024 * 1024);
    const saved = await send({method: 'PUT', path: '/_sandbox/snapshots/long', raw});
    t.is(saved.status, 200, saved.text);
  });
  t.true(readFileSync(file).length < 10_000);
  t.like((await eventsOf(file))[0], {status: 413, lost: true});
  await t.throwsAsync(replayFile(file), {message: /behind number 3: the body of saveSnapshot was too long to be kept/});
});

test('a replay applies the overrides that each request had in the trace', async t => {
  const file = path.join(await newFolder(t), 'trace.gz');
  const reason = 'as seen on the service';
  const until = new Date().toISOString().slice(0, 10);
  const overrides = [{id: 'title', operation: 'createGroup', patch: {ordinal: 7}, reason, until}];
  await traceOf(file, {overrides}, async (send, sandbox) => {
    await send(create('Gala'));
    const override = await sandbox.override({operation: 'createGroup', reply: {status: 409, body: {a: 1}}, reason});
    await send(create('Friends'));
    await sandbox.fault('createGroup#1:503@after-commit');
    await send(create('Choir'));
    await override();
    await send({method: 'PUT', path: '/_sandbox/overrides', body: {overrides: []}});
    await send(create('Band'));
  });
  t.deepEqual(JSON.parse(linesOf(file)[0]!).options.overrides, overrides);
  const events = await eventsOf(file);
  const applied = events.flatMap(event => (event.type === 'request' ? [event.overrides?.map(({id}) => id)] : []));
  t.deepEqual(applied, [['title'], ['title', 'override-1'], undefined, undefined]);
  t.deepEqual(
    events.flatMap(event => (event.type === 'control' ? [event.operation] : [])),
    ['setOverrides', 'addFaults', 'setOverrides', 'setOverrides'],
  );
  t.deepEqual(await replayFile(file), {equal: 4, skipped: 0, isFull: false});
  const lines = linesOf(file).slice(0, -1);
  writeTrace(file, lines.with(1, lines[1]!.replace('"ordinal":7', '"ordinal":8')));
  t.like(await replayFile(file), {equal: 0, deviation: {of: 'reply'}});
});
