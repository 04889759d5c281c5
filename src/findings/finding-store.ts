import {createHash} from 'node:crypto';
import {limits} from '../limits.js';
import {type Finding, type Level, levels, type Occurrence, type RequestRef} from './finding.js';
import type {FindingRule, Mistake} from './rule.js';

/** A finding as it is stored: its request is JSON, because objects take several times as much, and has no command. */
export type StoredFinding = Omit<Finding, 'fix'> & {
  readonly fix: {readonly text: string; readonly request: string | null};
};

interface HeldFinding {
  readonly set: FindingSet;
  readonly identity: string;
  finding: Growing;
  bytes: number;
}

/** The findings of one account. */
export type FindingSet = Map<string, HeldFinding>;

/** The findings of one account, and the bytes that all findings take, at two for each character of JSON. */
const bounds = {findings: limits.findings as number, bytes: 8 * 1024 * 1024};

/** The part of the memory in use after an eviction: otherwise each further finding would scan all of them. */
const partLeft = 15 / 16;

const maxCallers = 10;

/** Characters of one text. */
const maxText = 2000;

const cut = (text: string) => (text.length > maxText ? `${text.slice(0, maxText)}…` : text);

/** The same mistake in the third element of an array is the same as in the first. */
const identityOf = (rule: string, operation: string, where: string): string =>
  JSON.stringify([rule, withoutIndexes(operation), withoutIndexes(where)]);

const withoutIndexes = (text: string) => (text.includes('/') ? text.replaceAll(/\/\d+(?=\/|$)/g, '/*') : text);

const refOf = ({account, seq, method, url}: Occurrence): RequestRef => ({account, seq, method, url});

/** The order of two requests, the same on every run: clients of several accounts run side by side. */
const isBefore = (one: RequestRef, other: RequestRef): boolean =>
  one.account === other.account ? one.seq < other.seq : (one.account ?? '') < (other.account ?? '');

/** A new finding. It is a copy, because a part of a text keeps the whole text in memory. */
export function findingOf(rule: string, level: Level, mistake: Mistake, at: Occurrence): StoredFinding {
  const {got, nearest, message, fix, request} = mistake;
  const where = cut(mistake.where);
  const finding: StoredFinding = {
    rule,
    level,
    count: 1,
    first: refOf(at),
    last: refOf(at),
    operation: at.operation,
    where,
    got: got === undefined ? null : cut(got),
    nearest: nearest === undefined ? null : cut(nearest),
    message: cut(message),
    fix: {text: cut(fix), request: request === undefined ? null : JSON.stringify(request())},
    docs: `/docs/rules/${rule}`,
    caller: at.caller === undefined ? [] : [at.caller],
    fingerprint: createHash('sha256')
      .update(identityOf(rule, at.operation, where))
      .digest('hex')
      .slice(0, 16),
  };
  return JSON.parse(JSON.stringify(finding)) as StoredFinding;
}

const joinedCallers = (one: readonly string[], other: readonly string[]): readonly string[] =>
  other.every(caller => one.includes(caller)) ? one : [...new Set([...one, ...other])].sort().slice(0, maxCallers);

type Repeats = Pick<StoredFinding, 'level' | 'count' | 'first' | 'last' | 'caller'>;

type Growing = {-readonly [K in keyof StoredFinding]: StoredFinding[K]};

/** Adds occurrences of the same mistake to a finding. The texts are those of the first occurrence. */
function join(finding: Growing, other: Repeats): void {
  const {level, count, last, caller} = finding;
  if (isBefore(other.first, finding.first)) {
    Object.assign(finding, other);
  }
  finding.level = levels.indexOf(level) < levels.indexOf(other.level) ? level : other.level;
  finding.count = count + other.count;
  finding.last = isBefore(last, other.last) ? other.last : last;
  finding.caller = joinedCallers(caller, other.caller);
}

/** The findings of several accounts, equal ones joined. */
export function merged(findings: readonly StoredFinding[]): StoredFinding[] {
  const all = new Map<string, StoredFinding>();
  for (const finding of findings) {
    const known = all.get(finding.fingerprint);
    if (known === undefined) {
      all.set(finding.fingerprint, {...finding});
    } else {
      join(known, finding);
    }
  }
  return [...all.values()];
}

export const findingsIn = (set: FindingSet): StoredFinding[] => Array.from(set.values(), ({finding}) => ({...finding}));

/** The findings of all accounts, equal ones counted, within bounds. */
export class FindingStore {
  /** The findings of accounts that were deleted or evicted; not bounded by number. */
  readonly past: FindingSet = new Map();
  /** The oldest first. */
  readonly #entries = new Set<HeldFinding>();
  readonly #bounds: typeof bounds;
  #bytes = 0;
  /** The number of findings that were dropped for want of room. */
  dropped = 0;

  constructor(most: Partial<typeof bounds> = {}) {
    this.#bounds = {...bounds, ...most};
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** @returns the finding if it is the first of its kind */
  add(set: FindingSet, rule: string, level: Level, mistake: Mistake, at: Occurrence): StoredFinding | undefined {
    const identity = identityOf(rule, at.operation, cut(mistake.where));
    const entry = set.get(identity);
    if (entry === undefined) {
      return this.#put(set, identity, () => findingOf(rule, level, mistake, at));
    }
    const ref = refOf(at);
    this.#join(
      entry,
      isBefore(ref, entry.finding.first)
        ? findingOf(rule, level, mistake, at)
        : {level, count: 1, first: ref, last: ref, caller: at.caller === undefined ? [] : [at.caller]},
    );
    return undefined;
  }

  /** Adds a finding of another set. @returns the finding if it is the first of its kind */
  take(set: FindingSet, finding: StoredFinding): StoredFinding | undefined {
    const identity = identityOf(finding.rule, finding.operation, finding.where);
    const entry = set.get(identity);
    if (entry === undefined) {
      return this.#put(set, identity, () => ({...finding}));
    }
    this.#join(entry, finding);
    return undefined;
  }

  /** Moves the findings of an account to those of the past. */
  moveToPast(set: FindingSet): void {
    for (const entry of set.values()) {
      this.#remove(entry);
      this.take(this.past, entry.finding);
    }
  }

  /** Drops what was sent from the findings of the past: the report and the gate of a run do not need it. */
  stripPast(): void {
    for (const entry of this.past.values()) {
      const {finding} = entry;
      finding.got = null;
      finding.fix = {text: finding.fix.text, request: null};
      this.#count(entry);
    }
  }

  #join(entry: HeldFinding, other: Repeats): void {
    const {first, caller} = entry.finding;
    join(entry.finding, other);
    if (entry.finding.first !== first || entry.finding.caller !== caller) {
      this.#count(entry);
    }
  }

  #put(set: FindingSet, identity: string, make: () => StoredFinding): StoredFinding | undefined {
    if (set.size >= this.#bounds.findings && set !== this.past) {
      this.dropped += 1;
      return undefined;
    }
    const entry = {set, identity, finding: make(), bytes: 0};
    set.set(identity, entry);
    this.#entries.add(entry);
    this.#count(entry);
    return {...entry.finding};
  }

  #count(entry: HeldFinding): void {
    const bytes = JSON.stringify(entry.finding).length * 2;
    this.#bytes += bytes - entry.bytes;
    entry.bytes = bytes;
    if (this.#bytes > this.#bounds.bytes) {
      this.#makeRoom();
    }
  }

  /** Drops infos, then warnings, then errors: of each the oldest first. */
  #makeRoom(): void {
    for (const level of levels.toReversed()) {
      for (const entry of this.#entries) {
        if (this.#bytes <= this.#bounds.bytes * partLeft) {
          return;
        }
        if (entry.finding.level === level) {
          this.#remove(entry);
          this.dropped += 1;
        }
      }
    }
  }

  #remove(entry: HeldFinding): void {
    entry.set.delete(entry.identity);
    this.#entries.delete(entry);
    this.#bytes -= entry.bytes;
  }
}

/** Sorts by level, the worst first, then by rule, operation and place: the order of arrival differs from run to run. */
export function findingOrder(rules: readonly FindingRule[]): (one: StoredFinding, other: StoredFinding) => number {
  const order = new Map(rules.map(({id}, index) => [id, index]));
  const placeOf = ({rule}: StoredFinding) => order.get(rule) ?? rules.length;
  return (one, other) =>
    levels.indexOf(one.level) - levels.indexOf(other.level) ||
    placeOf(one) - placeOf(other) ||
    compareTexts(one.operation, other.operation) ||
    compareTexts(one.where, other.where);
}

const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
