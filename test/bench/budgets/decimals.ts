import {generateRecords} from '../../../fixtures/index.js';
import {Account} from '../../../src/accounts/account.js';
import {frozenClock} from '../../../src/accounts/clock.js';
import {execute, replyOf} from '../../../src/operations/execute.js';
import type {Operation} from '../../../src/operations/operation.js';
import {replyText} from '../../../src/operations/reply-text.js';
import {catalog, operations, schema} from '../../../src/resources/index.js';
import {settingsOf} from '../../../src/settings.js';
import {median} from '../figures.js';
import type {Budget} from './budget.js';

const rounds = 41;
const repeats = 400;

/** The CPU time of one call, in microseconds. */
function timeOf(work: () => unknown): number {
  const before = process.cpuUsage();
  for (let done = 0; done < repeats; done++) {
    work();
  }
  const {user, system} = process.cpuUsage(before);
  return (user + system) / repeats;
}

/** A page of gifts with decimals, of the same page without, in process and in turn: the bytes that are sent. */
export const decimals: Budget = {
  name: 'decimals',
  async measure() {
    const clock = frozenClock(Date.UTC(2026, 0, 1));
    const account = new Account('bench', schema, {records: generateRecords(catalog, {constituents: 300}), clock});
    const context = {account, settings: settingsOf(), address: () => 'http://localhost/api/v1/gifts/search'};
    const operation: Operation = operations.find(({id}) => id === 'searchGifts')!;
    const page = () => {
      const outcome = execute(operation, {path: {}, query: {}}, context);
      if (outcome instanceof Promise) {
        throw new Error('a read waits for nothing');
      }
      return replyOf(outcome);
    };
    const plain = () => Buffer.from(JSON.stringify(page()));
    const written = () => Buffer.from(replyText(operation.reply, page()));
    const ratios = Array.from({length: rounds + 10}, () => timeOf(plain) / timeOf(written)).slice(10);
    return [
      {
        label: 'a page of 25 gifts, of the same without decimals',
        measured: {median: median(ratios)},
        target: {atLeast: 0.95},
      },
    ];
  },
};
