import {setTimeout as wait} from 'node:timers/promises';
import {gzipSync} from 'node:zlib';
import test from 'ava';
import {startCli} from '../support/cli.js';
import {effort, patience} from '../support/effort.js';

const concurrency = 24;

/** 260 KB that inflate to 256 MiB. */
const bomb = gzipSync(Buffer.alloc(256 * 1024 * 1024, ' '));

/** Two endpoints that accept large bodies, an admin endpoint that does not, and one of the service. */
const targets = [
  ['POST', '/_sandbox/seed'],
  ['PUT', '/_sandbox/snapshots/one'],
  ['POST', '/_sandbox/reset'],
  ['POST', '/api/v1/constituents'],
] as const;

/** Allowed statuses: invalid body, body too large, or too many at once. */
const rejections = [400, 413, 422, 503];

test('concurrent gzip bombs are rejected, and neither end the process nor block other clients', async t => {
  t.timeout(patience);
  const {child, url} = await startCli(t, ['--quiet'], 'small');
  const send = async (method: string, path: string) => {
    const headers = {
      authorization: 'Bearer sandbox-key',
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    };
    const response = await fetch(new URL(path, url), {method, headers, body: bomb}).catch(() => undefined);
    await response?.text().catch(() => undefined);
    return response?.status; // undefined if the sandbox closes the connection early
  };
  for (let round = 0; round < effort(1, 16); round++) {
    for (const [method, path] of targets) {
      let isOver = false;
      const bombs = Promise.all(Array.from({length: concurrency}, () => send(method, path))).finally(() => {
        isOver = true;
      });
      let responses = 0;
      while (!isOver) {
        const {status} = await fetch(new URL('/health', url));
        t.is(status, 200);
        responses += 1;
        await wait(20);
      }
      const statuses = (await bombs).filter(status => status !== undefined);
      t.deepEqual(
        statuses.filter(status => !rejections.includes(status)),
        [],
        `${method} ${path}`,
      );
      t.true(responses > 0);
      t.is(child.exitCode, null);
    }
  }
  const {status} = await fetch(new URL('/api/v1/constituents?limit=1', url), {
    headers: {authorization: 'Bearer sandbox-key'},
  });
  t.is(status, 200);
});
