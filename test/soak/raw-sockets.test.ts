import {existsSync, readdirSync} from 'node:fs';
import {connect} from 'node:net';
import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import fc from 'fast-check';
import {startCli} from '../support/cli.js';
import {effort, patience} from '../support/effort.js';
import {type RawRequest, rawRequests} from './raw-requests.js';

/** The number of concurrent connections. */
const concurrency = 100;

/** Milliseconds that a client waits for a response, and after each part of it for more. */
const responseTimeout = 2000;
const partTimeout = 100;

const descriptorsOf = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;

/** Sends a request and resolves to the response. A client that does not disconnect keeps its side open. */
function send(port: number, {parts, disconnects}: RawRequest): Promise<string> {
  return new Promise(resolve => {
    const socket = connect({port, host: '127.0.0.1', allowHalfOpen: true});
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => socket.destroy(), responseTimeout);
    socket.on('data', chunk => {
      chunks.push(chunk);
      setTimeout(() => socket.destroy(), partTimeout);
    });
    socket.on('error', () => undefined); // the server may close the connection during sending
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks).toString('latin1'));
    });
    for (const part of parts) {
      socket.write(part);
    }
    if (disconnects) {
      setTimeout(() => socket.resetAndDestroy(), 20);
    }
  });
}

test('malformed requests cause no 5xx, no logged error and no leaked connection', async t => {
  t.timeout(patience);
  const {child, url, get, output} = await startCli(t);
  const port = Number(new URL(url).port);
  const pid = child.pid!;
  t.is((await get('/health')).status, 200);
  const countable = existsSync(`/proc/${pid}/fd`);
  const before = countable ? descriptorsOf(pid) : 0;
  const requests = fc.sample(rawRequests, {numRuns: effort(500, 20_000), seed: 1});
  const statuses = new Map<string, number>();
  const failing: string[] = [];
  const queue = requests.values();
  const client = async () => {
    for (const request of queue) {
      const response = await send(port, request);
      for (const [, status = ''] of response.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status.startsWith('5')) {
          failing.push(
            JSON.stringify(
              Buffer.concat([...request.parts])
                .toString('latin1')
                .slice(0, 500),
            ),
          );
        }
      }
    }
  };
  await Promise.all(Array.from({length: concurrency}, client));
  t.log(`${requests.length} connections: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`);
  t.deepEqual(failing.slice(0, 5), []);
  for (const status of ['200', '400', '403', '404', '431']) {
    t.true(statuses.has(status), `some requests must get a ${status}, so that every kind of request is tested`);
  }
  t.like(await (await get('/health')).json(), {status: 'ok'});
  t.is((await get('/api/v1/groups?limit=1')).status, 200);
  t.false(/error in the sandbox|at .*\.js:\d+/.test(output.stderr), output.stderr.slice(-2000));
  if (countable) {
    const until = performance.now() + 60_000;
    while (descriptorsOf(pid) > before + 3 && performance.now() < until) {
      await wait(100);
    }
    t.true(
      descriptorsOf(pid) <= before + 3,
      `${descriptorsOf(pid)} descriptors are open, and ${before} were open at first`,
    );
  }
});

test('the sandbox closes connections of clients that never complete a request', async t => {
  t.timeout(patience);
  const {child, url, get} = await startCli(t);
  const port = Number(new URL(url).port);
  const pid = child.pid!;
  await get('/health');
  if (!existsSync(`/proc/${pid}/fd`)) {
    t.pass('this platform cannot count descriptors');
    return;
  }
  const before = descriptorsOf(pid);
  const texts = [
    'GET /health HTTP/1.1\r\nHost: local',
    'NONSENSE\r\n\r\n',
    `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
  ];
  const sockets = Array.from({length: 300}, (_, index) => {
    const socket = connect({port, host: '127.0.0.1', allowHalfOpen: true});
    socket.on('error', () => undefined).on('data', () => undefined);
    socket.write(texts[index % texts.length]!);
    return socket;
  });
  t.teardown(() => sockets.map(socket => socket.destroy()));
  await wait(500);
  t.true(descriptorsOf(pid) > before + 50, 'slow clients must be given time');
  const until = performance.now() + 60_000;
  while (descriptorsOf(pid) > before + 3 && performance.now() < until) {
    await wait(200);
  }
  t.true(
    descriptorsOf(pid) <= before + 3,
    `${descriptorsOf(pid)} descriptors are open, and ${before} were open at first`,
  );
  t.is((await get('/health')).status, 200);
});
