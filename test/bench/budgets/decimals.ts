import {generateRecords} from '../../../fixtures/index.js';
import {Account} from '../../../src/accounts/account.js';
import {frozenClock} from '../../../src/accounts/clock.js';
import {Caches} from '../../../src/operations/caches.js';
import {preview} from '../../../src/operations/execute.js';
import type {OperationRequest} from '../../../src/operations/read-request.js';
import {catalog, operations, schema} from '../../../src/resources/index.js';
import type {Reply} from '../../../src/schema/replies.js';
import {settingsOf} from '../../../src/settings.js';
import {median} from '../figures.js';
import type {Budget} from './budget.js';

const rounds = 41;
const repeats = 400;

/** Measures the CPU time of one call, in microseconds. */
function timeOf(work: () => unknown): number {
  const before = process.cpuUsage();
  for (let done = 0; done < repeats; done++) {
    work();
  }
  const {user, system} = process.cpuUsage(before);
  return (user + system) / repeats;
}

/** Measures two functions in turn and returns the median ratio of their times. */
const ratioOf = (one: () => unknown, other: () => unknown): number =>
  median(Array.from({length: rounds + 10}, () => timeOf(one) / timeOf(other)).slice(10));

/** Opens an account and returns a function that executes operations in process. */
function open(caches: Caches) {
  const clock = frozenClock(Date.UTC(2026, 0, 1));
  const account = new Account('bench', schema, {records: generateRecords(catalog, {constituents: 300}), clock});
  const address = () => 'http://localhost/api/v1/gifts/search';
  const context = {account, caches, settings: settingsOf(), address};
  const byId = new Map(operations.map(operation => [operation.id, operation]));
  return (id: string, request: Partial<OperationRequest> = {}, reply?: Reply) => {
    const operation = byId.get(id)!;
    return preview(reply ? {...operation, reply} : operation, {path: {}, query: {}, ...request}, context);
  };
}

/** A reply that serializes almost nothing. */
const emptyReply: Reply = {kind: 'result'};

/** Compares serving a page of gifts with JSON.stringify of the same object, as other servers do. */
function ratioToStringify(caches: Caches): number {
  const request = open(caches);
  const page = () => request('searchGifts');
  const handled = () => request('searchGifts', {}, emptyReply);
  const object = JSON.parse(page());
  return ratioOf(
    () => [handled(), Buffer.from(JSON.stringify(object))],
    () => Buffer.from(page()),
  );
}

/** The cost of serializing a response, measured in process. */
export const decimals: Budget = {
  name: 'decimals',
  measure: async () => [
    {
      label: 'a page of 25 gifts, relative to JSON.stringify',
      measured: {median: ratioToStringify(new Caches())},
      target: {atLeast: 0.6},
    },
  ],
};
