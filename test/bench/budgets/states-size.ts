import {setImmediate as nextRound} from 'node:timers/promises';
import {generateRecords} from '../../../fixtures/index.js';
import {Account} from '../../../src/accounts/account.js';
import type {AccountState} from '../../../src/accounts/account-state.js';
import {frozenClock} from '../../../src/accounts/clock.js';
import {noIssues} from '../../../src/exchanges/exchange.js';
import {Journal} from '../../../src/exchanges/journal/journal.js';
import {Caches} from '../../../src/operations/caches.js';
import {execute} from '../../../src/operations/execute.js';
import {catalog, operations, schema} from '../../../src/resources/index.js';
import {settingsOf} from '../../../src/settings.js';

/** The memory of states in journals, in bytes. */
export interface StatesSize {
  /** For 1,000 writes to one account. */
  readonly one: number;
  /** For enough accounts that the oldest states are released. */
  readonly all: number;
}

const constituents = 100_000;
const writes = 1000;
const accounts = 24;

/** Measures the heap after garbage collection. Weakly held objects may be freed one round later. */
async function heapUsed(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.();
    await nextRound();
  }
  return process.memoryUsage().heapUsed;
}

const byId = new Map(operations.map(operation => [operation.id, operation]));
const caches = new Caches();

/** Plays a suite of writes and reads: gifts, changed names, lists and searches. */
async function play(account: Account, journal: Journal, ids: readonly number[]): Promise<void> {
  const context = {account, caches, settings: settingsOf(), address: () => 'http://localhost'};
  let seq = 0;
  const request = async (id: string, path: Record<string, string>, body?: object, query = {}) => {
    const {before, after, changedRows} = await execute(byId.get(id)!, {path, query, body}, context);
    seq += 1;
    journal.read({
      ...{seq, at: '2026-01-01T00:00:00Z', receivedAt: 0, account: account.name, surface: 'api', client: {}},
      ...{method: 'GET', url: '/', params: {}, query: {}, requestHeaders: {}, issues: noIssues, status: 200},
      ...{headers: {}, ms: 1, before, after, changedRows},
    });
  };
  for (let written = 0; written < writes; written++) {
    const id = String(ids[(written * 7919) % ids.length]);
    await (written % 2 === 0
      ? request('updateConstituent', {id}, {nick_name: `name ${written}`})
      : request('createGiftOfConstituent', {constituent_id: id}, {gift_type_id: 1, received_amount: 5}));
    if (written % 50 === 0) {
      await request('listConstituents', {}, undefined, {limit: '1'});
      await request('searchConstituents', {}, undefined, {q: `nick_name:${written}`});
    }
  }
}

/** Keeps accounts and exchanges alive, so that only states and changes are counted. */
const alive: object[] = [];

/** Measures the memory of states and changes in the journals of accounts, in bytes. */
async function measure(baseline: AccountState, count: number): Promise<number> {
  const ids = Array.from(baseline.records.collections.get('constituents').values(), ({id}) => id);
  // Reads are kept too, but have no states.
  const journal = new Journal('bench', {exchanges: writes * 2});
  const played = Array.from({length: count}, (_, number) => new Account(`bench-${number}`, schema, baseline));
  for (const account of played) {
    await play(account, journal, ids);
  }
  alive.push(journal, played);
  const held = await heapUsed();
  for (const entry of played.flatMap(({name}) => journal.of(name).entries)) {
    journal.releaseStates(entry);
    entry.releaseRecords();
  }
  return held - (await heapUsed());
}

/** Runs in a separate process, so that nothing else is on the heap. */
const baseline = {records: generateRecords(catalog, {constituents}), clock: frozenClock(Date.UTC(2026, 0, 1))};
const one = await measure(baseline, 1);
const all = await measure(baseline, accounts);
process.send?.({one, all} satisfies StatesSize);
process.disconnect();
