import {createHash} from 'node:crypto';
import {limits} from '../limits.js';
import {BoundedMap} from '../store/caching.js';
import {type Level, levels, type Occurrence, type RequestRef} from './finding.js';
import type {FindingSpace, StoredFinding} from './memory/finding-space.js';
import type {FindingRule, Mistake} from './rule.js';

const mostCallers = 10;

/** Characters of one text. */
const longest = 2000;

const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** Some clients make the same mistake with each request, and a hash takes longer than most rules. */
const fingerprints = new BoundedMap<string, string>(500);

/** The same mistake in the third element of an array is the same as in the first. */
function fingerprintOf(...parts: readonly string[]): string {
  const key = parts.join('\0');
  let fingerprint = fingerprints.get(key);
  if (fingerprint === undefined) {
    const text = JSON.stringify(parts.map(part => part.replaceAll(/\/\d+(?=\/|$)/g, '/*')));
    fingerprint = createHash('sha256').update(text).digest('hex').slice(0, 16);
    fingerprints.set(key, fingerprint);
  }
  return fingerprint;
}

const refOf = ({account, seq, method, url}: Occurrence): RequestRef => ({account, seq, method, url});

/** The order of two requests, the same on every run: accounts are asked side by side. */
const isBefore = (one: RequestRef, other: RequestRef): boolean =>
  one.account === other.account ? one.seq < other.seq : (one.account ?? '') < (other.account ?? '');

const worst = (one: Level, other: Level): Level => (levels.indexOf(one) < levels.indexOf(other) ? one : other);

/** A new finding. It is a copy, because a part of a text keeps the whole text in memory. */
function findingOf(rule: string, level: Level, mistake: Mistake, place: Occurrence): StoredFinding {
  const {got, nearest, message, fix, request} = mistake;
  const where = cut(mistake.where);
  const ref = refOf(place);
  const finding: StoredFinding = {
    rule,
    level,
    count: 1,
    first: ref,
    last: ref,
    operation: place.operation,
    where,
    got: got === undefined ? null : cut(got),
    nearest: nearest === undefined ? null : cut(nearest),
    message: cut(message),
    fix: {text: cut(fix), request: request === undefined ? null : JSON.stringify(request())},
    docs: `/docs/rules/${rule}`,
    caller: place.caller === undefined ? [] : [place.caller],
    fingerprint: fingerprintOf(rule, place.operation, where),
  };
  return JSON.parse(JSON.stringify(finding)) as StoredFinding;
}

const callersOf = (...callers: readonly string[]): readonly string[] =>
  [...new Set(callers)].sort().slice(0, mostCallers);

type Changeable = {-readonly [K in keyof StoredFinding]: StoredFinding[K]};

/** Joins two findings of the same mistake. The texts are those of the earlier one. */
function joined(one: StoredFinding, other: StoredFinding): StoredFinding {
  const [first, second] = isBefore(other.first, one.first) ? [other, one] : [one, other];
  return {
    ...first,
    level: worst(one.level, other.level),
    count: one.count + other.count,
    last: isBefore(first.last, second.last) ? second.last : first.last,
    caller: callersOf(...first.caller, ...second.caller),
  };
}

/** Findings, equal ones counted. */
export class FindingSet {
  readonly #findings = new Map<string, Changeable>();
  readonly #space: FindingSpace | undefined;
  readonly #most: number;

  /** @param space the memory that it shares with other sets; without it, the set is not bounded */
  constructor(space?: FindingSpace, mostFindings: number = limits.findings) {
    this.#space = space;
    this.#most = space === undefined ? Number.POSITIVE_INFINITY : mostFindings;
  }

  /** Copies of all findings. */
  get all(): readonly StoredFinding[] {
    return Array.from(this.#findings.values(), finding => ({...finding}));
  }

  /** @returns the finding if it is the first of its kind */
  add(rule: string, level: Level, mistake: Mistake, place: Occurrence): StoredFinding | undefined {
    const known = this.#findings.get(fingerprintOf(rule, place.operation, cut(mistake.where)));
    if (known === undefined || isBefore(refOf(place), known.first)) {
      return this.#isFull(known) ? undefined : this.take(findingOf(rule, level, mistake, place));
    }
    this.#countOn(known, level, place);
    return undefined;
  }

  /** Adds a finding of another set. @returns the finding if it is the first of its kind */
  take(finding: StoredFinding): StoredFinding | undefined {
    const known = this.#findings.get(finding.fingerprint);
    if (this.#isFull(known)) {
      return undefined;
    }
    const kept = known === undefined ? {...finding} : Object.assign(known, joined(known, finding));
    this.#findings.set(finding.fingerprint, kept);
    this.#space?.count(kept, this);
    return known === undefined ? finding : undefined;
  }

  drop({fingerprint}: StoredFinding): void {
    this.#findings.delete(fingerprint);
  }

  /** Drops all findings, and frees their memory. */
  clear(): void {
    for (const finding of this.#findings.values()) {
      this.#space?.free(finding);
    }
    this.#findings.clear();
  }

  #isFull(known: StoredFinding | undefined): boolean {
    const isFull = known === undefined && this.#findings.size >= this.#most;
    if (isFull) {
      this.#space!.dropped += 1;
    }
    return isFull;
  }

  /** Counts a finding that was made again, after the first time: some clients make one with each request. */
  #countOn(finding: Changeable, level: Level, place: Occurrence): void {
    finding.level = worst(finding.level, level);
    finding.count += 1;
    const ref = refOf(place);
    if (isBefore(finding.last, ref)) {
      finding.last = ref;
    }
    if (place.caller !== undefined && !finding.caller.includes(place.caller)) {
      finding.caller = callersOf(...finding.caller, place.caller);
      this.#space?.count(finding, this);
    }
  }
}

/** Sorts by level, the worst first, then by rule, operation and place: the order of arrival differs from run to run. */
export function findingOrder(rules: readonly FindingRule[]): (one: StoredFinding, other: StoredFinding) => number {
  const places = new Map(rules.map(({id}, index) => [id, index]));
  const placeOf = ({rule}: StoredFinding) => places.get(rule) ?? rules.length;
  return (one, other) =>
    levels.indexOf(one.level) - levels.indexOf(other.level) ||
    placeOf(one) - placeOf(other) ||
    compareTexts(one.operation, other.operation) ||
    compareTexts(one.where, other.where);
}

const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
