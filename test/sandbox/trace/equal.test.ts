import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import type {StartOptions} from '../../../src/sandbox/start-options.js';
import type {RunningSandbox} from '../../../src/sandbox/start-sandbox.js';
import {newFolder} from '../../support/cli.js';
import {eventsOf, linesOf, replayFile, type Send, traceOf, writeTrace} from '../../support/traces.js';
import {exchange} from './campaign.js';

const create = (name: string) => ({method: 'POST', path: '/api/v1/groups', body: {name}});
const list = {method: 'GET', path: '/api/v1/groups?limit=40'};
const admin = (method: string, place: string, body?: object) => ({
  method,
  path: `/_sandbox${place}`,
  ...(body && {body}),
});

const head = (line: string, ...headers: string[]) => `${[line, ...headers].join('\r\n')}\r\n\r\n`;
const [host, auth, closing] = ['Host: 127.0.0.1:PORT', 'Authorization: Bearer sandbox-key', 'Connection: close'];
const json = 'Content-Type: application/json';

const post = (path: string, body: string) =>
  head(`POST ${path} HTTP/1.1`, host, auth, json, `Content-Length: ${body.length}`, closing) + body;

/** Sends bytes unchanged; `PORT` stands for the sandbox's port. */
const raw = ({port}: RunningSandbox, text: string, isCut = false) => exchange(port, {parts: [text], isCut});

type Work = (send: Send, sandbox: RunningSandbox) => Promise<unknown>;

/** Records a run and checks that its replay is equal. */
async function equal(t: ExecutionContext, options: Omit<StartOptions, 'now'>, work: Work) {
  const file = path.join(await newFolder(t), 'trace.gz');
  await traceOf(file, options, work);
  const {deviation, ...replayed} = await replayFile(file);
  t.is(deviation, undefined, JSON.stringify(deviation));
  return {...replayed, file, events: await eventsOf(file), lines: linesOf(file)};
}

/** Ignores a failed request, because a fault may drop its response. */
const lose = (sending: Promise<unknown>) => sending.catch(() => undefined);

test('faults from options, the library and HTTP are replayed until they are removed', async t => {
  const options = {faults: 'createGroup#2:503', scenario: 'lost-gift', constituents: 3};
  const {events, lines} = await equal(t, options, async (send, sandbox) => {
    await send(create('one'));
    t.is((await send(create('two'))).status, 503, 'the fault from the option must be applied');
    await raw(sandbox, post('/api/v1/constituents/1/gifts', '{"received_amount":5}'));
    const remove = await sandbox.fault('listGroups:truncate=50%');
    await lose(send(list));
    await remove();
    t.is((await send(list)).status, 200);
    await send(admin('POST', '/faults', {operation: 'listGroups', fault: {status: 429, retry_after: 3}}));
    t.is((await send(list)).status, 429);
    await send(admin('POST', '/reset'));
    t.is((await send(list)).status, 200);
  });
  t.regex(lines[0]!, /"faults":"createGroup#2:503","scenario":"lost-gift"/);
  t.deepEqual(
    events.map(event => (event.type === 'control' ? event.operation : (event.fault?.id ?? event.status))),
    [200, 'start-1', 'lost-gift', 'addFaults', 'fault-1', 'deleteFault', 200, 'addFaults', 'fault-2', 'reset', 200],
  );
});

test('a fault that expires between two requests is applied to the same request in a replay', async t => {
  const {events} = await equal(t, {}, async (send, sandbox) => {
    await sandbox.fault({operation: 'createGroup', fault: {status: 503}, ttl: 2000});
    t.is((await send(create('one'))).status, 503);
    await wait(2100);
    t.is((await send(create('two'))).status, 200);
  });
  t.deepEqual(
    events.map(event => event.type === 'request' && event.fault?.id),
    [false, 'fault-1', undefined],
  );
});

test('a stale read is replayed although a response was delayed after its commit', async t => {
  await equal(t, {}, async (send, sandbox) => {
    await sandbox.fault('listGroups:stale_read=1');
    await sandbox.fault('createGroup#1:delay=200ms@after-commit');
    const late = send(create('late'));
    await wait(50);
    await send(create('two'));
    await send(list);
    await late;
    await send(list);
    await send(create('three'));
    await send(list);
  });
});

test('request numbers in admin requests mean the same in a replay, even after skipped requests', async t => {
  const {equal: same, skipped} = await equal(t, {}, async (send, sandbox) => {
    await raw(sandbox, 'NONSENSE\r\n\r\n');
    await raw(sandbox, head('POST /api/v1/groups HTTP/1.1', host, auth, json, 'Content-Length: 2000000', closing));
    await raw(sandbox, `${head('POST /api/v1/groups HTTP/1.1', host, auth, json, 'Content-Length: 20')}{"na`, true);
    await send(create('four'));
    await send(create('five'));
    for (const place of [
      '/restore?to=request:4',
      '/restore?to=before:5',
      '/restore?to=request:2',
      '/restore?to=request:5',
    ]) {
      t.is((await send(admin('POST', place))).status, 200, place);
      await send(list);
    }
    t.is((await send(admin('PUT', '/snapshots/a?of=request:4'))).status, 200);
    t.is((await send(admin('POST', '/snapshots/a/restore'))).status, 200);
    await send(list);
    t.is((await send(admin('POST', '/requests/5/replay'))).status, 200);
    t.is((await send(admin('POST', '/requests/5/replay?fork=true'))).status, 200);
    await send({...list, key: 'sbx_replay-of-5'});
  });
  t.deepEqual([same, skipped], [10, 3]);
});

test('a body that is not UTF-8 is replayed byte by byte, unless it may hold a key', async t => {
  const {events, lines} = await equal(t, {}, async (send, sandbox) => {
    for (const body of ['{"name":"\xff"}', '\xff\xfe{}', '{"access_token":"secret","name":"\xff"}']) {
      await raw(sandbox, post('/api/v1/groups', body));
    }
    await send(create('four'));
  });
  const bodies = events.map(event => event.type === 'request' && [event.base64, event.body, event.lost]);
  t.deepEqual(bodies, [
    [Buffer.from('{"name":"\xff"}', 'latin1').toString('base64'), undefined, undefined],
    [Buffer.from('\xff\xfe{}', 'latin1').toString('base64'), undefined, undefined],
    [undefined, undefined, true],
    [undefined, '{"name":"four"}', undefined],
  ]);
  t.false(lines.join('').includes('secret'));
});

test('request targets with a host, and invalid ones, are replayed', async t => {
  const {events} = await equal(t, {}, async (_, sandbox) => {
    for (const target of [
      'http://localhost:PORT/api/v1/groups?limit=1',
      'http://evil.example/api/v1/groups',
      'ftp://localhost/api/v1/groups',
      'http://user:secret@localhost/api/v1/groups',
    ]) {
      await raw(sandbox, head(`GET ${target} HTTP/1.1`, host, auth, closing));
    }
  });
  t.deepEqual(
    events.map(event => event.type === 'request' && [event.status, event.target]),
    [
      [200, undefined],
      [403, undefined],
      [400, 'ftp://localhost/api/v1/groups'],
      [400, 'http://[hidden]@localhost/api/v1/groups'],
    ],
  );
});

test('missing, empty and invalid Host headers are replayed, and a missing one in HTTP/1.0', async t => {
  const {events} = await equal(t, {}, async (_, sandbox) => {
    for (const lines of [
      ['Host:'],
      [],
      ['Host: x.example:99999'],
      ['Host: !.example:PORT'],
      ['Host: localhost'],
      [host],
    ]) {
      await raw(sandbox, head('GET /api/v1/groups?limit=1 HTTP/1.1', ...lines, auth, closing));
    }
    await raw(sandbox, head('GET /api/v1/groups?limit=1 HTTP/1.0', auth));
  });
  t.deepEqual(
    events.map(event => event.type === 'request' && event.status),
    [400, 400, 403, 403, 200, 200, 200],
  );
});

test('a trace has no port; same-origin writes are replayed as allowed, others as rejected', async t => {
  let ownPort = 0;
  const {events, lines} = await equal(t, {}, async (send, {port}) => {
    const ofPage = (origin: string) => ({...create('Gala'), headers: {origin}});
    t.is((await send(ofPage(`http://127.0.0.1:${port}`))).status, 200);
    t.is(
      (
        await send({
          ...ofPage(`http://localhost:${port}`),
          headers: {host: `localhost:${port}`, origin: `http://localhost:${port}`},
        })
      ).status,
      200,
    );
    t.is((await send(ofPage('http://evil.example:7777'))).status, 403);
    ownPort = port;
  });
  t.false(lines.join('').includes(`:${ownPort}`));
  t.regex(lines[3]!, /"origin":"http:\/\/evil\.example:7777"/);
  t.deepEqual(
    events.map(event => event.type === 'request' && event.headers?.['host']),
    [undefined, 'localhost:00000', undefined],
  );
});

test('a chunked body that was cut short is recorded as lost and skipped', async t => {
  const {events, skipped} = await equal(t, {rateLimit: 3}, async (send, sandbox) => {
    const chunked = head('POST /api/v1/groups HTTP/1.1', host, auth, json, 'Transfer-Encoding: chunked');
    await raw(sandbox, `${chunked}5\r\n{"nam`, true);
    await send(create('two'));
    await send(create('three'));
    t.is((await send(create('four'))).status, 429);
  });
  t.is(skipped, 1);
  t.like(events[0], {status: 400, lost: true});
});

test('a key in access_token is hidden and replayed, however the parameter is encoded', async t => {
  const {lines, equal: same} = await equal(t, {keys: ['own-key-1234']}, async (_, sandbox) => {
    for (const query of [
      'access%5ftoken=own-key-1234',
      '%61ccess_token=own-key-1234&limit=1',
      'limit=1&access_token=own-key-1234',
      'access_token=&access_token=own-key-1234',
    ]) {
      await raw(sandbox, head(`GET /api/v1/groups?${query} HTTP/1.1`, host, closing));
    }
    const other = 'Authorization: Token own-key-1234';
    await raw(sandbox, head('GET /api/v1/groups?access_token=own-key-1234 HTTP/1.1', host, other, closing));
  });
  t.is(same, 5);
  t.false(lines.join('').includes('own-key-1234'));
});

test('a response delayed after its commit is replayed in commit order', async t => {
  const {events} = await equal(t, {}, async (send, sandbox) => {
    await sandbox.fault('createGroup#1:delay=200ms@after-commit');
    const late = send(create('late'));
    await wait(50);
    await send(create('early'));
    await send(admin('POST', '/reset?keep=faults'));
    await late;
    t.is(
      (await send(admin('POST', '/restore?to=request:2'))).status,
      200,
      'the late response must come after the reset',
    );
    await send(list);
  });
  t.deepEqual(
    events.map(event => event.type === 'request' && [event.seq, event.body]),
    [false, [2, '{"name":"late"}'], [1, '{"name":"early"}'], false, false, [3, undefined]],
  );
});

test('a request that was delayed while its account was deleted is replayed', async t => {
  await equal(t, {}, async (send, sandbox) => {
    await sandbox.account('team').fault('createGroup:delay=200ms');
    const late = send({...create('late'), key: 'sbx_team'});
    await wait(50);
    await send(admin('DELETE', '/accounts/team'));
    await late;
    await send({...create('again'), key: 'sbx_team'});
  });
});

test('a replay skips delays and holds', async t => {
  const file = path.join(await newFolder(t), 'trace.gz');
  await traceOf(file, {}, async (_, sandbox) => {
    await sandbox.fault('createGroup#1:hold');
    await sandbox.fault('createGroup#2:delay=5m');
    await sandbox.fault('createGroup#3:delay=5m@after-commit');
    await sandbox.fault('listGroups:dribble=9/2s');
    const gala = post('/api/v1/groups', '{"name":"Gala"}');
    for (const text of [gala, gala, gala, head('GET /api/v1/groups HTTP/1.1', host, auth, closing)]) {
      await exchange(sandbox.port, {parts: [text], leaves: 300});
    }
  });
  const start = performance.now();
  t.like(await replayFile(file), {equal: 4, skipped: 0, deviation: undefined});
  t.true(performance.now() - start < 10_000);
});

test('the rate limit is replayed for several keys of one account', async t => {
  await equal(t, {rateLimit: 2, keys: ['one-key', 'two-key']}, async send => {
    for (const key of ['one-key', 'two-key', 'one-key', 'two-key', 'one-key', 'sandbox-key']) {
      await send({...list, key});
    }
  });
});

test('a preflight is replayed', async t => {
  const {events} = await equal(t, {cors: true}, async send => {
    await send({method: 'OPTIONS', path: '/api/v1/groups', headers: {'access-control-request-method': 'POST'}});
  });
  t.like(events[0], {status: 204});
});

test('a replay stops at a request whose response came too late', async t => {
  const file = path.join(await newFolder(t), 'trace.gz');
  await traceOf(file, {}, send => send(create('one')));
  writeTrace(
    file,
    linesOf(file)
      .slice(0, -1)
      .map(line => line.replace('"type":"request"', '"late":true,"type":"request"')),
  );
  await t.throwsAsync(replayFile(file), {message: /cannot be replayed behind number 1: its response came too late/});
});
