import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {Journal} from '../../../src/exchanges/journal/journal.js';
import {exchangeOf} from '../../support/exchange.js';
import type {Budget} from './budget.js';

const accounts = 50;
const [few, many] = [100_000, 2_000_000];

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** Publishes exchanges of several accounts, each with distinct texts. */
function read(journal: Journal, from: number, to: number): void {
  for (let count = from; count < to; count++) {
    const account = `account-${count % accounts}`;
    const reply = JSON.stringify({count, filling: 'x'.repeat(count % 1500)});
    journal.read(exchangeOf(Math.floor(count / accounts) + 1, {account, url: `/api/v1/gifts/${count}`, reply}));
  }
}

/** The growth of the journal with the number of requests. */
export const journalMemory: Budget = {
  name: 'journal-memory',
  measure: async () => {
    const before = heap();
    const journal = new Journal('default');
    read(journal, 0, few);
    const early = heap() - before;
    read(journal, few, many);
    const late = heap() - before;
    return [
      {
        label: `journal memory after ${many} requests, relative to ${few}`,
        measured: {median: late / early},
        target: {atMost: 1.1},
      },
      {
        label: 'journal memory, relative to its own estimate',
        measured: {median: late / journal.size.bytesOfAll},
        target: {atMost: 1.25},
      },
    ];
  },
};
