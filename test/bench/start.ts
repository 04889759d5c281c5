import {once} from 'node:events';
import {enterWithDefaultData, sandboxAsItIs} from './contestants/default-data.js';
import {median} from './figures.js';
import {inFolder} from './folder.js';
import {Fleet} from './processes/fleet.js';
import {timeToFirstResponse} from './processes/server.js';
import {nothing, promisedStart, under} from './promises.js';
import type {Section} from './section.js';
import {type Figure, shown} from './targets.js';

const rounds = 7;
export async function timeOfEmptyProcess(fleet: Fleet): Promise<number> {
  const start = performance.now();
  await once(fleet.spawn(['-e', '0']), 'exit');
  return performance.now() - start;
}

function figuresOf(times: ReadonlyMap<string, readonly number[]>): Figure[] {
  const ours = times.get(sandboxAsItIs.name)!;
  return Object.entries(promisedStart).map(([other, limit]) => ({
    label: `start, as a multiple of ${other}`,
    measured: {'of the time': median(ours.map((time, round) => time / times.get(other)![round]!))},
    target: under(limit),
  }));
}

/** Measures the time from the start of the process to its first 200 for each contestant in turn. */
export async function benchStart(): Promise<Section> {
  await using fleet = new Fleet();
  return await inFolder(async folder => {
    const {contestants} = await enterWithDefaultData(fleet, folder);
    const times = new Map<string, number[]>([nothing, ...contestants.map(({name}) => name)].map(name => [name, []]));
    // The first round reads the files from disk and writes the code cache. It does not count.
    for (let round = -1; round < rounds; round++) {
      const measured = new Map([[nothing as string, await timeOfEmptyProcess(fleet)]]);
      for (const contestant of contestants) {
        measured.set(contestant.name, await timeToFirstResponse(contestant, fleet, round < 0 ? 'SIGTERM' : 'SIGKILL'));
      }
      for (const [name, time] of round < 0 ? [] : measured) {
        times.get(name)!.push(time);
      }
    }
    const rows = Array.from(times, ([name, all]) => [name, shown(median(all)), shown(Math.min(...all))]);
    return {figures: figuresOf(times), tables: [{heads: ['from start to first 200', 'ms', 'at best'], rows}]};
  });
}
