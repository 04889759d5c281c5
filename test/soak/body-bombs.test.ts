import {setTimeout as wait} from 'node:timers/promises';
import {gzipSync} from 'node:zlib';
import test from 'ava';
import {startCli} from '../support/cli.js';
import {effort, patience} from '../support/effort.js';

const atOnce = 24;

/** 260 KB that inflate to 256 MiB. */
const bomb = gzipSync(Buffer.alloc(256 * 1024 * 1024, ' '));

/** Where a body is taken: the two that take large ones, one of the sandbox's own that does not, and one of the service's. */
const targets = [
  ['POST', '/_sandbox/seed'],
  ['PUT', '/_sandbox/snapshots/one'],
  ['POST', '/_sandbox/reset'],
  ['POST', '/api/v1/constituents'],
] as const;

/** What may be answered: that it is no body, that it is too large, or that there are too many at once. */
const refusals = [400, 413, 422, 503];

test('bodies that inflate to a thousand times their size, many at once, end nothing and hold nobody up', async t => {
  t.timeout(patience);
  const {child, url} = await startCli(t, ['--quiet'], 'small');
  const ask = async (method: string, path: string) => {
    const headers = {
      authorization: 'Bearer sandbox-key',
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    };
    const sent = await fetch(new URL(path, url), {method, headers, body: bomb}).catch(() => undefined);
    await sent?.text().catch(() => undefined);
    return sent?.status; // it may end the connection before all is sent
  };
  for (let round = 0; round < effort(1, 16); round++) {
    for (const [method, path] of targets) {
      let isOver = false;
      const bombs = Promise.all(Array.from({length: atOnce}, () => ask(method, path))).finally(() => {
        isOver = true;
      });
      let answers = 0;
      while (!isOver) {
        const {status} = await fetch(new URL('/health', url));
        t.is(status, 200);
        answers += 1;
        await wait(20);
      }
      const statuses = (await bombs).filter(status => status !== undefined);
      t.deepEqual(
        statuses.filter(status => !refusals.includes(status)),
        [],
        `${method} ${path}`,
      );
      t.true(answers > 0);
      t.is(child.exitCode, null);
    }
  }
  const {status} = await fetch(new URL('/api/v1/constituents?limit=1', url), {
    headers: {authorization: 'Bearer sandbox-key'},
  });
  t.is(status, 200);
});
