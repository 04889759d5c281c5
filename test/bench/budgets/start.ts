import {sandboxAsItIs} from '../contestants/default-data.js';
import {median} from '../figures.js';
import {Fleet} from '../processes/fleet.js';
import {timeToFirstResponse} from '../processes/server.js';
import {nothing} from '../promises.js';
import {timeOfEmptyProcess} from '../start.js';
import type {Budget} from './budget.js';

const rounds = 11;

/** The time from the start of the process to its first 200, as a multiple of an empty process. */
export const start: Budget = {
  name: 'start',
  async measure() {
    await using fleet = new Fleet();
    const ratios: number[] = [];
    // The first round reads the files from disk and, because it ends with SIGTERM, writes the code cache. It does not count.
    for (let round = -1; round < rounds; round++) {
      const unit = await timeOfEmptyProcess(fleet);
      const time = await timeToFirstResponse(sandboxAsItIs, fleet, round < 0 ? 'SIGTERM' : 'SIGKILL');
      if (round >= 0) {
        ratios.push(time / unit);
      }
    }
    return [{label: `start, of ${nothing}`, measured: {median: median(ratios)}, target: {atMost: 3.5}}];
  },
};
