import {noCapacities, usualCapacities} from '../../src/operations/caches.js';
import {catalog} from '../../src/resources/index.js';
import {startSandboxOf} from '../../src/sandbox/start-sandbox.js';
import {median} from './figures.js';
import type {Section} from './section.js';

const rounds = 61;
const warmUp = 10;

/** Measures the CPU time of a start after an earlier one in the same process, in milliseconds. */
async function timeOf(profile: 'small' | 'default', capacities: typeof usualCapacities): Promise<number> {
  const before = process.cpuUsage();
  const sandbox = await startSandboxOf(catalog, {profile}, capacities);
  const {user, system} = process.cpuUsage(before);
  await sandbox.close();
  return (user + system) / 1000;
}

const requests = 200;

/** Returns the CPU time of requests by sandbox.fetch, as a multiple of requests through the port. */
async function ratioOfFetch(): Promise<number> {
  await using sandbox = await startSandboxOf(catalog, {profile: 'small'});
  const [url, headers] = [`${sandbox.url}/api/v1/funds`, {authorization: `Bearer ${sandbox.key}`}];
  const timeOf = async (send: typeof fetch) => {
    const before = process.cpuUsage();
    for (let sent = 0; sent < requests; sent++) {
      await (await send(url, {headers})).text();
    }
    const {user, system} = process.cpuUsage(before);
    return user + system;
  };
  const ratios = [];
  for (let round = -warmUp; round < rounds; round++) {
    ratios.push((await timeOf(sandbox.fetch)) / (await timeOf(fetch)));
  }
  return median(ratios.slice(warmUp));
}

/** Measures further starts in a process, as in a suite with a sandbox for each test, and requests without a port. */
export async function benchStarts(): Promise<Section> {
  const figures = [];
  const rows = [];
  for (const profile of ['small', 'default'] as const) {
    const times: Array<readonly [cached: number, uncached: number]> = [];
    for (let round = -warmUp; round < rounds; round++) {
      const pair = [await timeOf(profile, usualCapacities), await timeOf(profile, noCapacities)] as const;
      if (round >= 0) {
        times.push(pair);
      }
    }
    const [cached, uncached] = [0, 1].map(index => median(times.map(pair => pair[index]!)));
    rows.push([profile, cached!.toFixed(1), uncached!.toFixed(1)]);
    figures.push({
      label: `the next start in a process, profile ${profile}, of one that generates its data`,
      measured: {'CPU of the process': cached! / uncached!},
      target: {atMost: 0.7},
    });
  }
  figures.push({
    label: 'a request by sandbox.fetch, of one through the port',
    measured: {'CPU of the process': await ratioOfFetch()},
    target: {atMost: 1},
  });
  return {figures, tables: [{heads: ['profile', 'cached data, ms', 'generated data, ms'], rows}]};
}
