import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import type * as z from 'zod';
import {operations} from '../../src/resources/index.js';
import {startCli} from '../support/cli.js';
import {patience} from '../support/effort.js';

/** The long test has a snapshot of 450 MB, for which each step takes seconds. The short test has one of 75 MB. */
const constituents = process.env['SOAK'] === 'long' ? 60_000 : 10_000;

/** Milliseconds that other clients may wait at most. */
const latest = 250;

/** On a loaded machine, clients may wait this many times as long as on an idle sandbox. */
const maxIdleFactor = 3;

const mebibyte = 1024 * 1024;

/** Requests /health until it is stopped, and then resolves to the longest response time. */
function startProbe(url: string) {
  let isStopped = false;
  const probe = async () => {
    let longest = 0;
    while (!isStopped) {
      const start = performance.now();
      await (await fetch(new URL('/health', url))).text();
      longest = Math.max(longest, performance.now() - start);
      await wait(5);
    }
    return longest;
  };
  const result = probe();
  return async () => {
    isStopped = true;
    return result;
  };
}

const headers = {authorization: 'Bearer sandbox-key', 'content-type': 'application/json'};

/** Searches that need different indexes. */
const searches = [
  ['constituents', ['name=an']],
  ['constituents', ['city=chicago', 'constituent_type=0']],
  ['constituents', ['phone_number=12']],
  ['gifts', ['date_from=2024-01-01']],
  ['contact_reports', ['text=the']],
  ['volunteer_times', ['description=stage']],
] as const;

/** Returns a body of the maximum size, with long text in as many fields as fit, padded with blanks. */
function largestBody({shape}: z.ZodObject): string {
  const fields = Object.keys(shape).slice(0, 16);
  return JSON.stringify(Object.fromEntries(fields.map(field => [field, 'x'.repeat(60_000)]))).padEnd(mebibyte);
}

test('health checks respond quickly while another client sends expensive requests', async t => {
  t.timeout(patience);
  const {url} = await startCli(t, ['--quiet', '--constituents', `${constituents}`], 'empty', {
    NODE_OPTIONS: '--max-old-space-size=6000',
  });
  const send = async (method: string, path: string, body?: string) => {
    const reply = await fetch(new URL(path, url), {method, headers, ...(body !== undefined && {body})});
    for await (const _ of reply.body ?? []) {
      // discards the body
    }
    return reply.status;
  };
  const measured: Record<string, number> = {};
  const measure = async (name: string, work: () => Promise<unknown>) => {
    const stop = startProbe(url);
    await wait(50);
    await work();
    measured[name] = Math.round(await stop());
  };
  await measure('idle', () => wait(2000));
  const withFirstId = async (path: string) => {
    const listed = path.replace(/\/\{.*/, '');
    const reply = await fetch(new URL(`${listed}?limit=1`, url), {headers});
    const {items = []} = (await reply.json()) as {items?: ReadonlyArray<{id: number}>};
    return path.replaceAll(/\{\w+\}/g, String(items[0]?.id ?? 1));
  };
  for (const {id, method, path, body} of operations) {
    if (method === 'GET' && !path.includes('{')) {
      await measure(id, () => send('GET', path)); // the first page builds indexes
    } else if (body !== undefined) {
      const target = await withFirstId(path);
      await measure(id, () => send(method, target, largestBody(body)));
    }
  }
  for (const [kind, terms] of searches) {
    const query = new URLSearchParams(terms.map((term): [string, string] => ['q[]', term]));
    await measure(`${kind} by ${terms.join()}`, async () =>
      t.is(await send('GET', `/api/v1/${kind}/search?${query}`), 200),
    );
  }
  const seed = (more: object) => send('POST', '/_sandbox/seed', JSON.stringify(more));
  await measure('seed', async () => t.is(await seed({constituents, seed: 2}), 200));
  await measure('diff', async () => t.is(await send('GET', '/_sandbox/diff'), 200));
  await measure('snapshot', async () => {
    t.is(await send('PUT', '/_sandbox/snapshots/one'), 200);
    t.is(await send('GET', '/_sandbox/snapshots/one'), 200);
  });
  await measure('reset', async () => t.is(await send('POST', '/_sandbox/reset'), 200));
  const allowed = Math.max(latest, maxIdleFactor * measured['idle']!);
  t.log(`Longest response times: ${JSON.stringify(measured)} ms, limit ${allowed} ms`);
  const late = Object.entries(measured).filter(([, longest]) => longest > allowed);
  t.deepEqual(late, []);
});
