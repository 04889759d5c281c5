import {noCapacities, usualCapacities} from '../../src/operations/caches.js';
import {catalog} from '../../src/resources/index.js';
import {startSandboxOf} from '../../src/sandbox/start-sandbox.js';
import {median} from './figures.js';
import type {Section} from './section.js';

const rounds = 61;
const warmUp = 10;

/** The CPU time of a start and its end, in milliseconds, behind another one in the same process. */
async function timeOf(profile: 'small' | 'default', capacities: typeof usualCapacities): Promise<number> {
  const before = process.cpuUsage();
  const sandbox = await startSandboxOf(catalog, {profile}, capacities);
  const {user, system} = process.cpuUsage(before);
  await sandbox.close();
  return (user + system) / 1000;
}

const requests = 200;

/** The CPU time of requests in one process, without a port, as a multiple of the same through the port. */
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

/** What the next start in a process takes, as in a suite that starts a sandbox for each test; and a request there. */
export async function benchStarts(): Promise<Section> {
  const figures = [];
  const rows = [];
  for (const profile of ['small', 'default'] as const) {
    const times: Array<readonly [kept: number, anew: number]> = [];
    for (let round = -warmUp; round < rounds; round++) {
      const pair = [await timeOf(profile, usualCapacities), await timeOf(profile, noCapacities)] as const;
      if (round >= 0) {
        times.push(pair);
      }
    }
    const [kept, anew] = [0, 1].map(index => median(times.map(pair => pair[index]!)));
    rows.push([profile, kept!.toFixed(1), anew!.toFixed(1)]);
    figures.push({
      label: `the next start in a process, profile ${profile}, of one that makes its data anew`,
      measured: {'CPU of the process': kept! / anew!},
      target: {atMost: 0.7},
    });
  }
  figures.push({
    label: 'a request by sandbox.fetch, of one through the port',
    measured: {'CPU of the process': await ratioOfFetch()},
    target: {atMost: 1},
  });
  return {figures, tables: [{heads: ['profile', 'the same data, ms', 'made anew, ms'], rows}]};
}
