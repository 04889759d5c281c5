import {existsSync, readdirSync} from 'node:fs';
import {connect} from 'node:net';
import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import fc from 'fast-check';
import {startCli} from '../support/cli.js';
import {effort, patience} from '../support/effort.js';
import {type RawRequest, rawRequests} from './raw-requests.js';

/** How many connections are open at a time. */
const atOnce = 100;

/** How long a client that stays waits for an answer, and after each part of one for more. Milliseconds. */
const patienceOfClient = 2000;
const betweenParts = 100;

const descriptorsOf = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;

/** Sends one and answers what came back; a client that stays keeps its own side open. */
function send(port: number, {parts, goesAway}: RawRequest): Promise<string> {
  return new Promise(resolve => {
    const socket = connect({port, host: '127.0.0.1', allowHalfOpen: true});
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => socket.destroy(), patienceOfClient);
    socket.on('data', chunk => {
      chunks.push(chunk);
      setTimeout(() => socket.destroy(), betweenParts);
    });
    socket.on('error', () => undefined); // the server may end it while more is sent
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks).toString('latin1'));
    });
    for (const part of parts) {
      socket.write(part);
    }
    if (goesAway) {
      setTimeout(() => socket.resetAndDestroy(), 20);
    }
  });
}

test('whatever bytes come, nothing is the sandbox’s own error, and no connection stays', async t => {
  t.timeout(patience);
  const {child, url, get, output} = await startCli(t);
  const port = Number(new URL(url).port);
  const pid = child.pid!;
  t.is((await get('/health')).status, 200);
  const countable = existsSync(`/proc/${pid}/fd`);
  const before = countable ? descriptorsOf(pid) : 0;
  const requests = fc.sample(rawRequests, {numRuns: effort(500, 20_000), seed: 1});
  const statuses = new Map<string, number>();
  const wrong: string[] = [];
  const queue = requests.values();
  const client = async () => {
    for (const request of queue) {
      const answer = await send(port, request);
      for (const [, status = ''] of answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status.startsWith('5')) {
          wrong.push(
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
  await Promise.all(Array.from({length: atOnce}, client));
  t.log(`${requests.length} connections: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`);
  t.deepEqual(wrong.slice(0, 5), []);
  for (const status of ['200', '400', '403', '404', '431']) {
    t.true(statuses.has(status), `some are a ${status}: the requests reach what they are made for`);
  }
  t.like(await (await get('/health')).json(), {status: 'ok'});
  t.is((await get('/api/v1/groups?limit=1')).status, 200);
  t.false(/error in the sandbox|at .*\.js:\d+/.test(output.stderr), output.stderr.slice(-2000));
  if (countable) {
    const until = performance.now() + 60_000;
    while (descriptorsOf(pid) > before + 3 && performance.now() < until) {
      await wait(100);
    }
    t.true(descriptorsOf(pid) <= before + 3, `${descriptorsOf(pid)} descriptors are held, and ${before} were at first`);
  }
});

test('clients that send no whole request and stay are let go', async t => {
  t.timeout(patience);
  const {child, url, get} = await startCli(t);
  const port = Number(new URL(url).port);
  const pid = child.pid!;
  await get('/health');
  if (!existsSync(`/proc/${pid}/fd`)) {
    t.pass('nobody can count them here');
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
  t.true(descriptorsOf(pid) > before + 50, 'slow ones are given time');
  const until = performance.now() + 60_000;
  while (descriptorsOf(pid) > before + 3 && performance.now() < until) {
    await wait(200);
  }
  t.true(descriptorsOf(pid) <= before + 3, `${descriptorsOf(pid)} descriptors are held, and ${before} were at first`);
  t.is((await get('/health')).status, 200);
});
