import {generateRecords} from '../../fixtures/index.js';
import {Account} from '../../src/accounts/account.js';
import {frozenClock} from '../../src/accounts/clock.js';
import {constituentSearch} from '../../src/resources/constituents/search.js';
import {giftSearch} from '../../src/resources/gifts/search.js';
import {catalog, schema} from '../../src/resources/index.js';
import type {AnySpec} from '../../src/store/collection.js';
import type {Records} from '../../src/store/records.js';
import {readNow} from '../support/transactions.js';

/** Bytes that the records of one account take. */
export interface StoreSize {
  readonly records: number;
  /** What the rows are as compact JSON, without the fields that only serve the sandbox. */
  readonly json: number;
  /** On the heap, once nothing but records were asked for by id. */
  readonly bare: number;
  /** Once every list was asked for. */
  readonly listed: number;
  /** Once everything was searched for that can be. */
  readonly searched: number;
}

/** What is on the heap after all that can go has gone. */
function heapUsed(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

/** Without the fields that only serve the sandbox's own sorting and searching. */
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

function askLists(account: Account, spec: AnySpec): void {
  readNow(account, transaction => {
    const rows = transaction.rows(spec);
    rows.listed().first();
    for (const field of Object.keys(spec.indexes ?? {})) {
      rows.where(field, 0).first();
    }
  });
}

/** Every key and text that a term looks at, and every order that a search can be sorted by. */
function askSearches(account: Account, spec: AnySpec): void {
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
  // What is loaded and remembered once is no part of the records.
  generateRecords(catalog, {constituents: 100});
  const before = heapUsed();
  const account = new Account('bench', schema, {records: generateRecords(catalog, {constituents}), clock});
  const bare = heapUsed() - before;
  for (const spec of schema.specs) {
    askLists(account, spec);
  }
  const listed = heapUsed() - before;
  for (const spec of schema.specs) {
    askSearches(account, spec);
  }
  const searched = heapUsed() - before;
  return {...jsonSize(account.records), bare, listed, searched};
}

/** A process of its own: `store-size.js <constituents>`. Nothing else is on its heap. */
process.send?.(measure(Number(process.argv[2])));
process.disconnect();
