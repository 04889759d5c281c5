import type {Scenario} from './contestants/scenarios.js';
import type {Target} from './targets.js';

/** The target speed of the sandbox as a multiple of other servers, by scenario. */
export const promisedRequests: Readonly<Record<Scenario, Readonly<Record<'bare Koa' | 'json-server', number>>>> = {
  'get one': {'bare Koa': 0.8, 'json-server': 2},
  'list a page of 25': {'bare Koa': 0.8, 'json-server': 5},
  'create a gift': {'bare Koa': 0.6, 'json-server': 50},
};

/** The target speed with 100,000 constituents, as a multiple of that with 1,000. */
export const promisedAtSize = 0.9;

/** An empty process, the unit for start times. */
export const nothing = 'node -e 0';

/** The target time of the start, as a multiple of other processes. */
export const promisedStart: Readonly<Record<typeof nothing | 'json-server' | 'Mockoon', number>> = {
  [nothing]: 5,
  'json-server': 1,
  Mockoon: 1,
};

/** Megabytes resident with the default data. */
export const promisedResident = 120;

/** Bytes on the heap, as a multiple of the records as compact JSON. */
export const promisedHeap = 1.5;

/** Milliseconds of a reset, in the server. */
export const promisedReset = 1;

/** The target growth of the time of a reset, a restore, a snapshot and a fork with a thousand times the data. */
export const promisedGrowth = 3;

/** Kilobytes of an unused account. */
export const promisedAccount = 20;

/** Gigabytes resident with 1,000,000 constituents. */
export const promisedMany = 8;

export const atLeast = (limit: number): Target => ({atLeast: limit});
export const under = (limit: number): Target => ({under: limit});
