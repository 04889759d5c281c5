import {createHash} from 'node:crypto';
import {curlOf} from './curl.js';
import {type Finding, type Level, levels, type Place, type RequestRef} from './finding.js';
import {BoundedMap} from './memory/bounded-map.js';
import type {Mistake, Rule} from './rule.js';

/** How many different findings one account can have; more are not told. */
const most = 500;

const mostCallers = 10;

/** How many places are remembered with their fingerprints, and of how many characters. */
const remembered = {places: 1000, characters: 500};

/** Characters of one text. */
const longest = 2000;

const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** The same mistake in the third element of an array is the same as in the first. */
const fingerprintOf = (...parts: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(parts.map(part => part.replaceAll(/\/\d+(?=\/|$)/g, '/*'))))
    .digest('hex')
    .slice(0, 16);

const refOf = ({account, seq, method, url}: Place): RequestRef => ({account, seq, method, url});

/** The order of two requests, the same on every run: accounts are asked side by side. */
const isBefore = (one: RequestRef, other: RequestRef): boolean =>
  one.account === other.account ? one.seq < other.seq : (one.account ?? '') < (other.account ?? '');

const worst = (one: Level, other: Level): Level => (levels.indexOf(one) < levels.indexOf(other) ? one : other);

function findingOf(rule: string, level: Level, mistake: Mistake, place: Place): Finding {
  const {where, got, nearest, message, fix, request} = mistake;
  const ref = refOf(place);
  return {
    rule,
    level,
    count: 1,
    first: ref,
    last: ref,
    operation: place.operation,
    where: cut(where),
    got: got === undefined ? null : cut(got),
    nearest: nearest === undefined ? null : cut(nearest),
    message: cut(message),
    fix: {text: cut(fix), request: request ?? null, curl: request === undefined ? null : curlOf(request)},
    docs: `/docs/rules/${rule}`,
    caller: place.caller === undefined ? [] : [place.caller],
    fingerprint: fingerprintOf(rule, place.operation, where),
  };
}

const callersOf = (...callers: readonly string[]): readonly string[] =>
  [...new Set(callers)].sort().slice(0, mostCallers);

/** A finding as a set counts it on. */
type Counted = {-readonly [K in keyof Finding]: Finding[K]};

/** Two findings of the same mistake as one: told as it was made first. */
function joined(one: Finding, other: Finding): Counted {
  const [first, second] = isBefore(other.first, one.first) ? [other, one] : [one, other];
  return {
    ...first,
    level: worst(one.level, other.level),
    count: one.count + other.count,
    last: isBefore(first.last, second.last) ? second.last : first.last,
    caller: callersOf(...first.caller, ...second.caller),
  };
}

/** The same where the other was made just now, and after the first of them: some clients make one with each request. */
function countOn(finding: Counted, level: Level, place: Place): void {
  finding.level = worst(finding.level, level);
  finding.count += 1;
  const ref = refOf(place);
  if (isBefore(finding.last, ref)) {
    finding.last = ref;
  }
  if (place.caller !== undefined && !finding.caller.includes(place.caller)) {
    finding.caller = callersOf(...finding.caller, place.caller);
  }
}

/** Findings, equal ones counted. */
export class FindingSet {
  readonly #findings = new Map<string, Counted>();
  readonly #fingerprints = new BoundedMap<string, string>(remembered.places);

  /** As they are now. */
  get all(): readonly Finding[] {
    return Array.from(this.#findings.values(), finding => ({...finding}));
  }

  /** @returns the finding where it is the first of its kind */
  add(rule: string, level: Level, mistake: Mistake, place: Place): Finding | undefined {
    const known = this.#findings.get(this.#fingerprint(rule, place.operation, mistake.where));
    if (known === undefined || isBefore(refOf(place), known.first)) {
      return this.take(findingOf(rule, level, mistake, place));
    }
    countOn(known, level, place);
    return undefined;
  }

  /** The same of one that was made elsewhere. */
  take(finding: Finding): Finding | undefined {
    const known = this.#findings.get(finding.fingerprint);
    if (known === undefined && this.#findings.size >= most) {
      return undefined;
    }
    this.#findings.set(finding.fingerprint, known === undefined ? {...finding} : joined(known, finding));
    return known === undefined ? finding : undefined;
  }

  #fingerprint(rule: string, operation: string, where: string): string {
    if (where.length > remembered.characters) {
      return fingerprintOf(rule, operation, where);
    }
    const key = `${rule} ${operation} ${where}`;
    let fingerprint = this.#fingerprints.get(key);
    if (fingerprint === undefined) {
      fingerprint = fingerprintOf(rule, operation, where);
      this.#fingerprints.set(key, fingerprint);
    }
    return fingerprint;
  }
}

/** The worst first, then by rule, operation and place: never in the order they came in, which differs from run to run. */
export function findingOrder(rules: readonly Rule[]): (one: Finding, other: Finding) => number {
  const places = new Map(rules.map(({id}, index) => [id, index]));
  const placeOf = ({rule}: Finding) => places.get(rule) ?? rules.length;
  return (one, other) =>
    levels.indexOf(one.level) - levels.indexOf(other.level) ||
    placeOf(one) - placeOf(other) ||
    compareTexts(one.operation, other.operation) ||
    compareTexts(one.where, other.where);
}

const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
