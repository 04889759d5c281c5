import {connect} from 'node:net';
import {setTimeout} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {adminOf} from '../../support/admin.js';
import {startTestSandbox, type TestSandbox} from '../../support/sandbox.js';

interface ServerEvent {
  readonly id: number;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: each kind of event has different data
  readonly data: any;
}

function eventOf(text: string): ServerEvent[] {
  const fields = Object.fromEntries(text.split('\n').map(line => line.split(/: (.*)/s) as [string, string]));
  return fields['event'] === undefined
    ? []
    : [{id: Number(fields['id']), event: fields['event'], data: JSON.parse(fields['data']!)}];
}

/** Reads a stream of events. @param kinds the kinds of events to return */
async function listen(
  t: ExecutionContext,
  sandbox: TestSandbox,
  key: string,
  query = '',
  lastId?: number,
  kinds = ['request', 'gap', 'cleared'],
) {
  const controller = new AbortController();
  t.teardown(() => controller.abort());
  const response = await fetch(`${sandbox.url}/_sandbox/events${query}`, {
    headers: {authorization: `Bearer ${key}`, ...(lastId !== undefined && {'last-event-id': String(lastId)})},
    signal: controller.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let events: ServerEvent[] = [];
  const next = async (): Promise<ServerEvent | undefined> => {
    while (events.length === 0) {
      const {done, value} = await reader.read();
      if (done) {
        return undefined;
      }
      const parts = (text + value).split('\n\n');
      text = parts.pop()!;
      events = parts.flatMap(eventOf).filter(({event}) => kinds.includes(event));
    }
    return events.shift();
  };
  const take = async (count: number) => {
    const taken: Array<ServerEvent | undefined> = [];
    while (taken.length < count) {
      taken.push(await next());
    }
    return taken;
  };
  return {response, next, take, leave: () => controller.abort()};
}

test('each completed request is sent as an event whose id is the request number', async t => {
  const sandbox = await startTestSandbox(t);
  const {key, api} = adminOf(sandbox);
  await api.get('funds');
  const {response, next} = await listen(t, sandbox, key!);
  t.is(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  t.is(response.headers.get('cache-control'), 'no-store');
  await api.post('groups', {name: 'Choir'});
  t.like(await next(), {id: 2, event: 'request', data: {seq: 2, operation: 'createGroup', changed: true}});
  await api.get('nothing');
  t.like(await next(), {id: 3, data: {status: 404}});
});

test('eight concurrent streams each receive a long journal in order, and new requests', async t => {
  const sandbox = await startTestSandbox(t);
  const {key, api} = adminOf(sandbox);
  for (let count = 0; count < 220; count++) {
    await api.get(count % 2 === 0 ? 'funds' : 'groups');
  }
  const listenTo = (filter: string) => listen(t, sandbox, key!, `?since=0${filter}`);
  const streams = await Promise.all(Array.from({length: 7}, () => listenTo('')));
  const filtered = await listenTo('&operation=listGroups');
  await api.get('groups');
  const numbers = Array.from({length: 221}, (_, index) => index + 1);
  for (const stream of streams) {
    t.deepEqual(
      (await stream.take(221)).map(event => event?.id),
      numbers,
    );
  }
  t.deepEqual(
    (await filtered.take(111)).map(event => event?.id),
    numbers.filter(number => number % 2 === 0 || number === 221),
  );
});

test('a stream resumes after Last-Event-ID or since, and reports evicted requests as a gap', async t => {
  const sandbox = await startTestSandbox(t, {journalRequests: 3});
  const {key, api} = adminOf(sandbox);
  for (let count = 0; count < 5; count++) {
    await api.get('funds');
  }
  const ids = async (stream: Awaited<ReturnType<typeof listen>>, count: number) =>
    (await stream.take(count)).map(event => [event?.event, event?.id]);
  t.deepEqual(await ids(await listen(t, sandbox, key!, '', 3), 2), [
    ['request', 4],
    ['request', 5],
  ]);
  const late = await listen(t, sandbox, key!, '?since=0');
  const [gap, ...rest] = await late.take(4);
  t.deepEqual(gap, {id: 2, event: 'gap', data: {from: 1, to: 2}});
  t.deepEqual(
    rest.map(event => event?.id),
    [3, 4, 5],
  );
});

test('a new finding is sent after its request, without an id, regardless of filters', async t => {
  const sandbox = await startTestSandbox(t);
  const kinds = ['request', 'finding'];
  const all = await listen(t, sandbox, sandbox.key, '', undefined, kinds);
  const some = await listen(t, sandbox, sandbox.key, '?status=5xx', undefined, kinds);
  const wrong = {colour: 'red', name: 'Choir'};
  await sandbox.post('/api/v1/groups', wrong, {key: 'sbx_other'});
  await sandbox.post('/api/v1/groups', wrong);
  await sandbox.post('/api/v1/groups', wrong);
  const [first, finding, second] = await all.take(3);
  t.like(first, {event: 'request', id: 1});
  const known = (await sandbox.findings()).find(({rule}) => rule === 'unknown-body-field');
  t.is(known!.count, 2);
  t.deepEqual(finding, {event: 'finding', id: Number.NaN, data: {...known!, count: 1, last: known!.first}});
  t.like(second, {event: 'request', id: 2});
  t.deepEqual(await some.next(), finding);
});

test('a stream applies its filters and reports a reset', async t => {
  const sandbox = await startTestSandbox(t);
  const {key, api, post} = adminOf(sandbox);
  const {next} = await listen(t, sandbox, key!, '?status=4xx');
  await api.get('funds');
  await api.get('nothing');
  t.like(await next(), {id: 2, event: 'request'});
  await post('/reset');
  t.deepEqual(await next(), {id: 2, event: 'cleared', data: {}});
  await api.get('nothing');
  t.like(await next(), {id: 3, event: 'request'});
});

test('a slow reader receives gaps for the events it missed', async t => {
  const sandbox = await startTestSandbox(t, {journalRequests: 10});
  const {key, api} = adminOf(sandbox);
  const {next} = await listen(t, sandbox, key!); // nothing is read before `next`, except into the buffers of the operating system
  const long = 'x'.repeat(12_000);
  const count = 800;
  for (let sent = 0; sent < count; sent += 20) {
    await Promise.all(Array.from({length: 20}, () => api.get(`nothing-${long}`)));
  }
  let last = 0;
  let gaps = 0;
  while (last < count) {
    const {event, id, data} = (await next())!;
    t.is(event === 'gap' ? data.from : id, last + 1, 'every missed event is covered by a gap');
    gaps += event === 'gap' ? 1 : 0;
    last = id;
  }
  t.true(gaps > 0);
});

test('at most 64 streams can be open, and closing one frees its place', async t => {
  const sandbox = await startTestSandbox(t);
  const streams = await Promise.all(Array.from({length: 64}, () => listen(t, sandbox, 'sandbox-key')));
  t.true(streams.every(({response}) => response.status === 200));
  const refused = await sandbox.get('/_sandbox/events');
  t.is(refused.status, 503);
  t.regex(refused.body.description, /64 streams/);
  streams[0]!.leave();
  for (let tries = 0; ; tries++) {
    await setTimeout(20);
    const {response} = await listen(t, sandbox, 'sandbox-key');
    if (response.status === 200) {
      break;
    }
    t.true(tries < 200, 'the place of a closed stream is freed');
  }
});

test('a stream with an invalid query or Last-Event-ID is rejected', async t => {
  const sandbox = await startTestSandbox(t);
  for (const [path, headers] of [
    ['?limit=3', {}],
    ['?status=x', {}],
    ['', {'last-event-id': 'x'}],
  ] as const) {
    t.is((await sandbox.get(`/_sandbox/events${path}`, {headers})).status, 400);
  }
});

test('close() ends streams, stalled readers and silent connections without waiting for them', async t => {
  const sandbox = await startTestSandbox(t, {journalRequests: 1000});
  const {key, api} = adminOf(sandbox);
  const {next} = await listen(t, sandbox, key!, '?status=2xx');
  const unread = await listen(t, sandbox, key!);
  const silent = connect(sandbox.port, '127.0.0.1').on('error', () => undefined);
  const idle = connect(sandbox.port, '127.0.0.1').on('error', () => undefined);
  const deaf = connect(sandbox.port, '127.0.0.1').on('error', () => undefined);
  const ended = [silent, idle, deaf].map(socket => new Promise(resolve => socket.once('close', resolve)));
  idle.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  silent.resume(); // on a slow machine the server sends it a timeout response, which has to be read
  idle.resume();
  deaf.pause();
  deaf.write(`GET /_sandbox/events?since=0 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  const long = 'x'.repeat(12_000);
  for (let sent = 0; sent < 600; sent += 30) {
    await Promise.all(Array.from({length: 30}, () => api.get(`nothing-${long}`)));
  }
  const start = performance.now();
  await sandbox.close();
  const time = performance.now() - start;
  t.true(time < 1400, `close() took ${time} ms; it must not wait the 1.5 s that requests in flight get`);
  t.is(await next(), undefined, 'an active reader sees the end of the stream');
  await t.throwsAsync(
    async () => {
      while ((await unread.next()) !== undefined);
    },
    undefined,
    'a stalled reader is disconnected',
  );
  deaf.resume();
  await Promise.all(ended);
  t.pass();
});
