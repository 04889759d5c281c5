import {generateRecords} from '../../fixtures/index.js';
import {Account} from '../../src/accounts/account.js';
import {frozenClock} from '../../src/accounts/clock.js';
import {constituentSearch} from '../../src/resources/constituents/search.js';
import {giftSearch} from '../../src/resources/gifts/search.js';
import {catalog, schema} from '../../src/resources/index.js';
import type {AnySpec} from '../../src/store/collection.js';
import type {Records} from '../../src/store/records.js';
import {readNow} from '../support/transactions.js';

/** The memory of the records of one account, in bytes. */
export interface StoreSize {
  readonly records: number;
  /** The size of the rows as compact JSON, without internal fields. */
  readonly json: number;
  /** The heap after only records were read by id. */
  readonly bare: number;
  /** The heap after every list was read. */
  readonly listed: number;
  /** The heap after every search and sort. */
  readonly searched: number;
}

/** Measures the heap after garbage collection. */
function heapUsed(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

/** Returns the size as compact JSON, without the internal fields for sorting and searching. */
function jsonSize({collections}: Records): {records: number; json: number} {
  let [records, json] = [0, 0];
  for (const {name, internal = []} of schema.specs) {
    for (const row of collections.get(name)!.values()) {
      const shown: Record<string, unknown> = {...row};
      for (const field of internal) {
        delete shown[field];
      }
      records += 1;
      json += Buffer.byteLength(JSON.stringify(shown)) + 1;
    }
  }
  return {records, json};
}

function readLists(account: Account, spec: AnySpec): void {
  readNow(account, transaction => {
    const rows = transaction.rows(spec);
    rows.listed().first();
    for (const field of Object.keys(spec.indexes ?? {})) {
      rows.where(field, 0).first();
    }
  });
}

/** Reads every key and text that a term uses, and every sort order of a search. */
function readSearchIndexes(account: Account, spec: AnySpec): void {
  readNow(account, transaction => {
    const rows = transaction.rows(spec);
    for (const name of Object.keys({...spec.keys, ...spec.texts})) {
      rows.entries(name);
    }
    const {sorts = {}} = [constituentSearch, giftSearch].find(({resource}) => resource === spec) ?? {};
    for (const order of Object.values(sorts)) {
      rows.listed(order as never).first();
    }
  });
}

function measure(constituents: number): StoreSize {
  const clock = frozenClock(Date.parse('2026-01-01T00:00:00Z'));
  // Code and caches that are loaded once are not part of the records.
  generateRecords(catalog, {constituents: 100});
  const before = heapUsed();
  const account = new Account('bench', schema, {records: generateRecords(catalog, {constituents}), clock});
  const bare = heapUsed() - before;
  for (const spec of schema.specs) {
    readLists(account, spec);
  }
  const listed = heapUsed() - before;
  for (const spec of schema.specs) {
    readSearchIndexes(account, spec);
  }
  const searched = heapUsed() - before;
  return {...jsonSize(account.records), bare, listed, searched};
}

/** Runs in a separate process, so that nothing else is on the heap: `store-size.js <constituents>`. */
process.send?.(measure(Number(process.argv[2])));
process.disconnect();
