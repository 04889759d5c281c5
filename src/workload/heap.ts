import {type PerformanceEntry, PerformanceObserver} from 'node:perf_hooks';
import {getHeapStatistics, setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import type {Steps} from '../store/chunked.js';

/** What is asked of a heap. */
export interface HeapRoom {
  /**
   * Whether no more should be kept.
   * @param share of the limit that may be in use, from 0 to 1
   */
  isFull(share: number): boolean;
  /** How much of it is in use, in words: `81 % of the heap of 4144 MiB is in use`. */
  describe(): string;
}

/**
 * How full the heap may be, as a share of its limit. Accounts and snapshots stop first: what is left is for the writes of
 * those that are there, and the rest for the garbage that every request makes.
 */
export const heapShares = {accounts: 0.75, writes: 0.85} as const;

/** How to give a process more. @param mebibytes of heap */
const moreHeap = (mebibytes: number): string => `NODE_OPTIONS=--max-old-space-size=${mebibytes}`;

const mebibyte = 1024 * 1024;

/** How much of it large data may fill: the rest is for what is made of them. */
const fillable = 0.9;

/** What is made takes this much of the bound: the rest is for the indexes that come later. */
const madeOfBound = 0.6;

/** Mebibytes to give a process that is to keep so much: with some room to work in. */
const heapToGive = (bytes: number): number => Math.ceil((bytes * 1.15) / mebibyte) + 256;

/** Says what is needed, and how to give it. @param bytes that there is no room for */
export function sayTooLarge(bytes: number): string {
  const {used, limit} = heap.use();
  const [needed, inUse, whole] = [bytes, used, limit].map(size => Math.ceil(size / mebibyte));
  return `it takes ${needed} MiB of heap, and of ${whole} MiB ${inUse} are in use; ask for less, or start the sandbox with ${moreHeap(heapToGive(bytes))}`;
}

/** What the limit that V8 tells has for objects that are new: from 48 MiB (Node 20) to 192 (Node 24). None may stay there. */
const young = 192 * mebibyte;

/** From here on, as a share of the limit, it is watched what is garbage. */
const watchedFrom = 0.4;

/** Collects the whole heap. */
function collectNow(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
}

/** The same once the present request is answered: at the size of a full heap it takes about a second. */
const collectSoon = (): void => void setImmediate(collectNow);

/** What V8 says of a heap. Bytes. */
type Statistics = Pick<ReturnType<typeof getHeapStatistics>, 'used_heap_size' | 'heap_size_limit'>;

/**
 * The heap of this process. Much of what is in use may be garbage, which only the collector can tell: a heap is full
 * where it was found so by the last collection, too. V8 collects ever more often as a heap fills, at the latest half way
 * between what is left over and the limit, so that what is found is never old.
 */
export class Heap implements HeapRoom {
  /** Bytes in use after the last collection that was seen. */
  #left: number | undefined;
  /** By the clock of `performance`, in milliseconds. */
  #collectedAt = 0;
  #isWatched = false;
  /** Bytes that work in progress is going to take. */
  #promised = 0;

  /**
   * @param statistics of the heap; V8's where they are left out
   * @param collect has the whole heap collected, soon
   * @param patience between two collections of a heap that is full; milliseconds
   */
  constructor(
    readonly statistics: () => Statistics = getHeapStatistics,
    readonly collect: () => void = collectSoon,
    readonly patience = 5000,
  ) {}

  isFull(share: number): boolean {
    const {used, limit} = this.use();
    if (used < limit * watchedFrom) {
      return false;
    }
    this.#watch();
    const isFull = used > limit * share && this.#left !== undefined && this.#left > limit * share;
    if (isFull && performance.now() - this.#collectedAt > this.patience) {
      this.#collectedAt = performance.now();
      this.collect(); // what was deleted since then may be garbage, and who is refused makes too little to find out
    }
    return isFull;
  }

  /**
   * Whether so much more can be kept. Where garbage may stand in the way the heap is collected, which takes about a second
   * of each gibibyte: for a start, where nobody waits for anything else.
   * @param bytes that will be kept, besides those that others have been promised
   */
  hasRoomFor(bytes: number): boolean {
    const fits = () => this.use().used + this.#promised + bytes < this.use().limit * fillable;
    if (!fits() && this.#promised + bytes < this.use().limit * fillable) {
      collectNow();
    }
    return fits();
  }

  /**
   * In steps, does work whose outcome is kept, where nobody may be held up: to collect the heap takes seconds. It begins
   * where there would be room if all that is in use were garbage. V8 collects little by little as the heap fills; once
   * that leaves too little for what is still to come, the work ends.
   * @param bytes that will be kept
   * @param made how much of the work is done by now, from 0 to 1
   * @param refusal is thrown where there is no room
   */
  *roomFor<T>(steps: Steps<T>, bytes: number, made: () => number, refusal: () => Error): Steps<T> {
    const most = this.use().limit * fillable - this.#promised;
    this.#watch();
    const release = this.promise(bytes);
    try {
      let seen = this.#collectedAt;
      let isRoom = bytes < most;
      while (isRoom) {
        const {done, value} = steps.next();
        if (done) {
          return value;
        }
        yield;
        if (this.#collectedAt !== seen) {
          seen = this.#collectedAt;
          isRoom = this.#left! + bytes * (1 - madeOfBound * made()) < most;
        }
      }
      throw refusal();
    } finally {
      release();
    }
  }

  /** Keeps room for work that has begun. @returns ends that */
  promise(bytes: number): () => void {
    this.#promised += bytes;
    return () => {
      this.#promised -= bytes;
    };
  }

  /** Bytes in use, garbage among them, and how many may be. */
  use(): {readonly used: number; readonly limit: number} {
    const {used_heap_size: used, heap_size_limit: whole} = this.statistics();
    return {used, limit: Math.max(whole - young, whole * 0.4)};
  }

  describe(): string {
    const {used, limit} = this.use();
    return `${Math.floor((used / limit) * 100)} % of the heap of ${Math.round(limit / mebibyte)} MiB is in use`;
  }

  /** To be called after a collection of the whole heap. */
  collected(): void {
    this.#left = this.statistics().used_heap_size;
    this.#collectedAt = performance.now();
  }

  /** Once, and late: most processes never come so far, and a start must not wait for it. */
  #watch(): void {
    if (!this.#isWatched) {
      this.#isWatched = true;
      new PerformanceObserver(list => {
        const collections = list.getEntries() as ReadonlyArray<
          PerformanceEntry & {readonly detail?: {readonly kind: number}}
        >;
        if (collections.some(({detail}) => detail?.kind === wholeHeap)) {
          this.collected();
        }
      }).observe({entryTypes: ['gc']});
    }
  }
}

/** What Node calls a collection of the whole heap: `perf_hooks.constants.NODE_PERFORMANCE_GC_MAJOR`. */
const wholeHeap = 4;

/** The one heap that there is. */
export const heap = new Heap();

/** How to make room in a sandbox, or to give it more. */
export function howToMakeRoom(): string {
  const twice = Math.round((heap.use().limit * 2) / mebibyte);
  return `delete snapshots or accounts, or start it with a larger heap: ${moreHeap(twice)}`;
}
