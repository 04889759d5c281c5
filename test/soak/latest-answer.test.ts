import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import type * as z from 'zod';
import {operations} from '../../src/resources/index.js';
import {startCli} from '../support/cli.js';
import {patience} from '../support/effort.js';

/** So many make a snapshot of 450 MB, of which each step takes seconds; and in the short form of 75 MB. */
const constituents = process.env['SOAK'] === 'long' ? 60_000 : 10_000;

/** What no other client may wait longer for. Milliseconds. */
const latest = 250;

/** How much longer it may take where a machine is loaded: many times what it takes while nothing is asked for. */
const ofIdle = 3;

const mebibyte = 1024 * 1024;

/** Asks for /health again and again until it is stopped, and answers how long the latest answer took. */
function probing(url: string) {
  let isStopped = false;
  const probe = async () => {
    let worst = 0;
    while (!isStopped) {
      const start = performance.now();
      await (await fetch(new URL('/health', url))).text();
      worst = Math.max(worst, performance.now() - start);
      await wait(5);
    }
    return worst;
  };
  const result = probe();
  return async () => {
    isStopped = true;
    return result;
  };
}

const headers = {authorization: 'Bearer sandbox-key', 'content-type': 'application/json'};

/** Each needs other indexes. */
const searches = [
  ['constituents', ['name=an']],
  ['constituents', ['city=chicago', 'constituent_type=0']],
  ['constituents', ['phone_number=12']],
  ['gifts', ['date_from=2024-01-01']],
  ['contact_reports', ['text=the']],
  ['volunteer_times', ['description=stage']],
] as const;

/** As many of its fields as a body has room for, each with a long text; and blanks up to the largest that is read. */
function largestBody({shape}: z.ZodObject): string {
  const fields = Object.keys(shape).slice(0, 16);
  return JSON.stringify(Object.fromEntries(fields.map(field => [field, 'x'.repeat(60_000)]))).padEnd(mebibyte);
}

test('nobody waits long for an answer, whatever others ask for', async t => {
  t.timeout(patience);
  const {url} = await startCli(t, ['--quiet', '--constituents', `${constituents}`], 'empty', {
    NODE_OPTIONS: '--max-old-space-size=6000',
  });
  const ask = async (method: string, path: string, body?: string) => {
    const reply = await fetch(new URL(path, url), {method, headers, ...(body !== undefined && {body})});
    for await (const _ of reply.body ?? []) {
      // read as it comes
    }
    return reply.status;
  };
  const measured: Record<string, number> = {};
  const measure = async (name: string, work: () => Promise<unknown>) => {
    const stop = probing(url);
    await wait(50);
    await work();
    measured[name] = Math.round(await stop());
  };
  await measure('nothing', () => wait(2000));
  const first = async (path: string) => {
    const listed = path.replace(/\/\{.*/, '');
    const reply = await fetch(new URL(`${listed}?limit=1`, url), {headers});
    const {items = []} = (await reply.json()) as {items?: ReadonlyArray<{id: number}>};
    return path.replaceAll(/\{\w+\}/g, String(items[0]?.id ?? 1));
  };
  for (const {id, method, path, body} of operations) {
    if (method === 'GET' && !path.includes('{')) {
      await measure(id, () => ask('GET', path)); // the first page makes indexes
    } else if (body !== undefined) {
      const target = await first(path);
      await measure(id, () => ask(method, target, largestBody(body)));
    }
  }
  for (const [kind, terms] of searches) {
    const query = new URLSearchParams(terms.map((term): [string, string] => ['q[]', term]));
    await measure(`${kind} by ${terms.join()}`, async () =>
      t.is(await ask('GET', `/api/v1/${kind}/search?${query}`), 200),
    );
  }
  const seed = (more: object) => ask('POST', '/_sandbox/seed', JSON.stringify(more));
  await measure('seed', async () => t.is(await seed({constituents, seed: 2}), 200));
  await measure('diff', async () => t.is(await ask('GET', '/_sandbox/diff'), 200));
  await measure('snapshot', async () => {
    t.is(await ask('PUT', '/_sandbox/snapshots/one'), 200);
    t.is(await ask('GET', '/_sandbox/snapshots/one'), 200);
  });
  await measure('reset', async () => t.is(await ask('POST', '/_sandbox/reset'), 200));
  const allowed = Math.max(latest, ofIdle * measured['nothing']!);
  t.log(`the latest answers: ${JSON.stringify(measured)} ms, of ${allowed} ms that are allowed`);
  const late = Object.entries(measured).filter(([, worst]) => worst > allowed);
  t.deepEqual(late, []);
});
