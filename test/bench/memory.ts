import {once} from 'node:events';
import type {Contestant} from './contestants/contestant.js';
import {enterWithDefaultData, sandboxAsItIs} from './contestants/default-data.js';
import {type MakeRequests, scenarios} from './contestants/scenarios.js';
import {median} from './figures.js';
import {inFolder} from './folder.js';
import {Fleet} from './processes/fleet.js';
import {beside, startServer} from './processes/server.js';
import {promisedHeap, promisedResident, under} from './promises.js';
import type {Section} from './section.js';
import type {StoreSize} from './store-size.js';
import {type Figure, shown} from './targets.js';

const constituents = 100_000;
const rounds = 3;
const megabyte = 2 ** 20;

/** A few requests of each scenario. */
const few: MakeRequests = (contestant, ids) =>
  Object.values(scenarios).flatMap(makeRequests => makeRequests(contestant, ids).slice(0, 16));

/** Returns the resident memory after the start and a few requests, in MB. */
async function resident(contestant: Contestant, ids: readonly number[], fleet: Fleet): Promise<number> {
  const server = await startServer(contestant, fleet);
  for (const {path, ...request} of few(contestant, ids)) {
    await (await fetch(`${server.url}${path}`, request)).text();
  }
  const usage = await server.usage();
  await server.stop();
  return usage.resident / megabyte;
}

/** Returns the resident memory with the default data, by contestant. */
async function residents(fleet: Fleet): Promise<ReadonlyMap<string, number>> {
  return await inFolder(async folder => {
    const {contestants, ids} = await enterWithDefaultData(fleet, folder);
    const measured = new Map<string, number>();
    for (const contestant of contestants) {
      const all: number[] = [];
      for (let round = 0; round < rounds; round++) {
        all.push(await resident(contestant, ids, fleet));
      }
      measured.set(contestant.name, median(all));
    }
    return measured;
  });
}

async function sizeOfStore(fleet: Fleet): Promise<StoreSize> {
  const words = ['--expose-gc', '--max-old-space-size=8192', beside('store-size.js', import.meta.url)];
  const child = fleet.spawn([...words, String(constituents)], {stdio: ['ignore', 'ignore', 'inherit', 'ipc']});
  const [size] = (await once(child, 'message')) as [StoreSize];
  return size;
}

/** Measures the resident memory with the default data, and the heap for many records. */
export async function benchMemory(): Promise<Section> {
  await using fleet = new Fleet();
  const measured = await residents(fleet);
  const size = await sizeOfStore(fleet);
  const states = {
    'nothing asked for but records by id': size.bare,
    'every list asked for': size.listed,
    'every search and sort asked for': size.searched,
  };
  const figures: Figure[] = [
    {
      label: 'resident with the default data',
      unit: 'MB',
      measured: {measured: measured.get(sandboxAsItIs.name)!},
      target: under(promisedResident),
    },
    ...Object.entries(states).map(([state, bytes]) => ({
      label: `heap at ${constituents.toLocaleString('en')} constituents, of the size as JSON: ${state}`,
      measured: {measured: bytes / size.json},
      target: under(promisedHeap),
    })),
  ];
  const sizes = {[`${size.records.toLocaleString('en')} records as compact JSON`]: size.json, ...states};
  return {
    figures,
    tables: [
      {heads: ['resident with the default data', 'MB'], rows: Array.from(measured, ([name, mb]) => [name, shown(mb)])},
      {
        heads: [`${constituents.toLocaleString('en')} constituents with all their records`, 'MB'],
        rows: Object.entries(sizes).map(([state, bytes]) => [state, shown(bytes / megabyte)]),
      },
    ],
  };
}
