import {sandboxAsItIs} from '../contestants/default-data.js';
import {median} from '../figures.js';
import {Fleet} from '../processes/fleet.js';
import {timeToAnswer} from '../processes/server.js';
import {nothing} from '../promises.js';
import {timeOfNothing} from '../start.js';
import type {Budget} from './budget.js';

const rounds = 11;

/** Time from the start of the process to its first 200, as a multiple of a process that does nothing. */
export const start: Budget = {
  name: 'start',
  async measure() {
    await using fleet = new Fleet();
    const ratios: number[] = [];
    // The first round reads the files from disk and, because it ends with SIGTERM, writes the code cache. It does not count.
    for (let round = -1; round < rounds; round++) {
      const unit = await timeOfNothing(fleet);
      const time = await timeToAnswer(sandboxAsItIs, fleet, round < 0 ? 'SIGTERM' : 'SIGKILL');
      if (round >= 0) {
        ratios.push(time / unit);
      }
    }
    return [{label: `start, of ${nothing}`, measured: {median: median(ratios)}, target: {atMost: 3.5}}];
  },
};
