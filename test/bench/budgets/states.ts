import {once} from 'node:events';
import {Fleet} from '../processes/fleet.js';
import {beside} from '../processes/server.js';
import type {Budget} from './budget.js';
import type {StatesSize} from './states-size.js';

const mebibyte = 2 ** 20;

/** The memory of journals for accounts with 100,000 constituents, mostly old states. */
export const states: Budget = {
  name: 'states',
  async measure() {
    await using fleet = new Fleet();
    const words = ['--expose-gc', '--max-old-space-size=4096', beside('states-size.js', import.meta.url)];
    const child = fleet.spawn(words, {stdio: ['ignore', 'ignore', 'inherit', 'ipc']});
    const [{one, all}] = (await once(child, 'message')) as [StatesSize];
    return [
      {
        label: 'states kept for 1,000 writes at 100,000 constituents',
        unit: 'MiB',
        measured: {median: one / mebibyte},
        target: {atMost: 30},
      },
      {
        label: 'states kept for 24 such accounts',
        unit: 'MiB',
        measured: {median: all / mebibyte},
        target: {atMost: 64},
      },
    ];
  },
};
