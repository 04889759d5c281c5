import {limits} from '../limits.js';
import {levels} from './finding.js';
import {fingerprintOf, type Growing, join, type StoredFinding} from './merging.js';

export interface FindingEntry {
  /** Cached: every request with the finding contains it. */
  readonly fingerprint: string;
  readonly set: FindingSet;
  finding: Growing;
  bytes: number;
}

/** The findings of one account, by key. */
export type FindingSet = Map<string, FindingEntry>;

/** Maximum number of findings per account, and bytes of all findings, at two for each character of JSON. */
const bounds = {findings: limits.findings as number, bytes: 8 * 1024 * 1024};

/** The memory target of an eviction: otherwise every further finding would scan all of them. */
const partLeft = 15 / 16;

export const findingsIn = (set: FindingSet): StoredFinding[] => Array.from(set.values(), ({finding}) => ({...finding}));

/** The findings of all accounts, with equal ones counted, within bounds. */
export class FindingStore {
  /** The findings of deleted or evicted accounts, with no limit on their number. */
  readonly past: FindingSet = new Map();
  /** The oldest first. */
  readonly #entries = new Set<FindingEntry>();
  readonly #bounds: typeof bounds;
  bytes = 0;
  /** The number of findings dropped to free memory. */
  dropped = 0;

  constructor(changed: Partial<typeof bounds> = {}) {
    this.#bounds = {...bounds, ...changed};
  }

  /** @returns the finding if it is the first of its kind, or the worst so far */
  add(set: FindingSet, finding: StoredFinding): FindingEntry | undefined {
    const entry = set.get(finding.key);
    if (entry === undefined) {
      return this.#put(set, finding);
    }
    const {values, caller, places} = entry.finding;
    const isTold = join(entry.finding, finding);
    const joined = entry.finding;
    if (isTold || joined.values !== values || joined.caller !== caller || joined.places !== places) {
      this.#count(entry);
    }
    return isTold ? entry : undefined;
  }

  /** Adds the request that passed its trial. */
  propose(entry: FindingEntry, request: string): void {
    entry.finding.fix = {text: entry.finding.fix.text, request};
    if (this.#entries.has(entry)) {
      this.#count(entry);
    }
  }

  moveToPast(set: FindingSet): void {
    for (const entry of set.values()) {
      this.#remove(entry);
      this.add(this.past, entry.finding);
    }
  }

  /** Removes sent values from past findings: the report and the gate of a run do not need them. */
  stripPast(): void {
    for (const entry of this.past.values()) {
      const {finding} = entry;
      finding.got = null;
      finding.values = [];
      finding.fix = {text: finding.fix.text, request: null};
      this.#count(entry);
    }
  }

  #put(set: FindingSet, finding: StoredFinding): FindingEntry | undefined {
    if (set.size >= this.#bounds.findings && set !== this.past) {
      this.dropped += 1;
      return undefined;
    }
    const entry = {set, finding, bytes: 0, fingerprint: fingerprintOf(finding.key)};
    set.set(finding.key, entry);
    this.#entries.add(entry);
    this.#count(entry);
    return entry;
  }

  #count(entry: FindingEntry): void {
    const text = JSON.stringify(entry.finding);
    entry.finding = JSON.parse(text) as Growing; // a copy, because a substring keeps the whole text in memory
    const bytes = text.length * 2;
    this.bytes += bytes - entry.bytes;
    entry.bytes = bytes;
    if (this.bytes > this.#bounds.bytes) {
      this.#makeRoom();
    }
  }

  /** Drops infos first, then warnings, then errors, each from the oldest. */
  #makeRoom(): void {
    for (const level of levels.toReversed()) {
      for (const entry of this.#entries) {
        if (this.bytes <= this.#bounds.bytes * partLeft) {
          return;
        }
        if (entry.finding.level === level) {
          this.#remove(entry);
          this.dropped += 1;
        }
      }
    }
  }

  #remove(entry: FindingEntry): void {
    entry.set.delete(entry.finding.key);
    this.#entries.delete(entry);
    this.bytes -= entry.bytes;
  }
}
