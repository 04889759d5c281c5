import {once} from 'node:events';
import {enterWithDefaultData, sandboxAsItIs} from './contestants/default-data.js';
import {median} from './figures.js';
import {inFolder} from './folder.js';
import {Fleet} from './processes/fleet.js';
import {timeToAnswer} from './processes/server.js';
import {nothing, promisedStart, under} from './promises.js';
import type {Section} from './section.js';
import {type Figure, shown} from './targets.js';

const rounds = 7;
/** Milliseconds that a process takes which does nothing: the unit of the others. */
export async function timeOfNothing(fleet: Fleet): Promise<number> {
  const start = performance.now();
  await once(fleet.spawn(['-e', '0']), 'exit');
  return performance.now() - start;
}

function figuresOf(times: ReadonlyMap<string, readonly number[]>): Figure[] {
  const mine = times.get(sandboxAsItIs.name)!;
  return Object.entries(promisedStart).map(([other, limit]) => ({
    label: `start, as a multiple of ${other}`,
    measured: {'of the time': median(mine.map((time, round) => time / times.get(other)![round]!))},
    target: under(limit),
  }));
}

/** From the start of the process to its first 200, in turn, round after round. */
export async function benchStart(): Promise<Section> {
  await using fleet = new Fleet();
  return await inFolder(async folder => {
    const {contestants} = await enterWithDefaultData(fleet, folder);
    const times = new Map<string, number[]>([nothing, ...contestants.map(({name}) => name)].map(name => [name, []]));
    // The first round reads the files from the disk, and leaves what is kept of the code. It does not count.
    for (let round = -1; round < rounds; round++) {
      const measured = new Map([[nothing as string, await timeOfNothing(fleet)]]);
      for (const contestant of contestants) {
        measured.set(contestant.name, await timeToAnswer(contestant, fleet, round < 0 ? 'SIGTERM' : 'SIGKILL'));
      }
      for (const [name, time] of round < 0 ? [] : measured) {
        times.get(name)!.push(time);
      }
    }
    const rows = Array.from(times, ([name, all]) => [name, shown(median(all)), shown(Math.min(...all))]);
    return {figures: figuresOf(times), tables: [{heads: ['from start to first 200', 'ms', 'at best'], rows}]};
  });
}
