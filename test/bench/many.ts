import {headers} from './contestants/contestant.js';
import {someIds} from './contestants/records.js';
import {sandbox} from './contestants/sandbox.js';
import {scenarios} from './contestants/scenarios.js';
import {median} from './figures.js';
import {Fleet} from './processes/fleet.js';
import {startServer} from './processes/server.js';
import {promisedMany, under} from './promises.js';
import type {Section} from './section.js';
import {shown} from './targets.js';

/** The largest first, so that measurements running during its start have ended when times are taken. */
const sizes = [1_000_000, 100_000];
const rounds = 21;
const writes = 100;
const gigabyte = 2 ** 30;
const list = '/api/v1/constituents';

/** Measures the milliseconds until the whole response has arrived. */
async function timed(url: string, request: RequestInit = {}): Promise<number> {
  const start = performance.now();
  const response = await fetch(url, {headers, ...request});
  await response.arrayBuffer();
  if (!response.ok) {
    throw new Error(`${url}: ${response.status}`);
  }
  return performance.now() - start;
}

/** Returns the time of the first request, which builds indexes, and the median of later ones. */
async function firstAndAgain(url: string): Promise<readonly [number, number]> {
  const first = await timed(url);
  const again: number[] = [];
  for (let round = 0; round < rounds; round++) {
    again.push(await timed(url));
  }
  return [first, median(again)];
}

/** Measures a sandbox of this size in a separate process. */
async function measure(size: number, fleet: Fleet): Promise<Readonly<Record<string, number>>> {
  const words = ['--quiet', '--constituents', String(size)];
  const contestant = sandbox(`${size}`, words, ['--max-old-space-size=11264']);
  const start = performance.now();
  const server = await startServer(contestant, fleet);
  const started = performance.now() - start;
  const {resident} = await server.usage();
  const [, page] = await firstAndAgain(`${server.url}${list}?limit=25`);
  const [, lastPage] = await firstAndAgain(`${server.url}${list}?limit=25&offset=${Math.floor(size * 0.98) - 25}`);
  const [search, searchAgain] = await firstAndAgain(`${server.url}${list}/search?q[]=name=smith;city=chicago`);
  const ids = await someIds(server.url, writes);
  const resets: number[] = [];
  for (let round = 0; round < 3; round++) {
    for (const {path, ...request} of scenarios['create a gift'](contestant, ids)) {
      await timed(`${server.url}${path}`, request);
    }
    resets.push(await timed(`${server.url}/_sandbox/reset`, {method: 'POST'}));
  }
  const {maxResident} = await server.usage();
  await server.stop();
  return {
    'start, s': started / 1000,
    'resident once it has started, GB': resident / gigabyte,
    'a page, ms': page,
    'the last page, ms': lastPage,
    'a search by name and city, the first time, ms': search,
    'the same search, ms': searchAgain,
    [`a reset after ${writes} writes, ms`]: median(resets),
    'resident at the most, GB': maxResident / gigabyte,
  };
}

/** Measures sandboxes with very many records over HTTP; the times are those of a client. */
export async function benchMany(): Promise<Section> {
  await using fleet = new Fleet();
  const measured: Array<Readonly<Record<string, number>>> = [];
  for (const size of sizes) {
    measured.push(await measure(size, fleet));
  }
  const maxResident = 'resident at the most, GB';
  return {
    figures: [
      {
        label: '1,000,000 constituents: starts, pages, searches and resets, resident',
        unit: 'GB',
        measured: {'at the most': measured[0]![maxResident]!},
        target: under(promisedMany),
      },
    ],
    tables: [
      {
        heads: ['over HTTP', ...sizes.map(size => `at ${size.toLocaleString('en')}`)],
        rows: Object.keys(measured[0]!).map(label => [label, ...measured.map(figures => shown(figures[label]!))]),
      },
    ],
  };
}
