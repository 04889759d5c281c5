import {createHash} from 'node:crypto';
import type {BrokenRule} from '../exchanges/exchange.js';
import {compareKeys} from '../store/order.js';
import {beginningOf} from './fields/beginning.js';
import {type Finding, type Level, levels, type Occurrence, type RequestRef, type RequestToSend} from './finding.js';
import type {FindingRule, Mistake} from './rule.js';

/**
 * A finding as stored. Its request is JSON, because objects take several times as much, and has no command. The
 * fingerprint is computed from the key, once for all equal findings, because most mistakes are only counted.
 */
export type StoredFinding = Omit<Finding, 'fix' | 'fingerprint'> & {
  readonly key: string;
  readonly fix: {readonly text: string; readonly request: string | null};
};

/** Characters of one text. */
const maxText = 2000;

const cut = (text: string) => (text.length > maxText ? `${text.slice(0, maxText)}…` : text);

/** Ignores array indexes: the same mistake in another element is equal. */
const keyOf = (rule: string, operation: string, where: string): string =>
  JSON.stringify([rule, withoutIndexes(operation), withoutIndexes(where)]);

export const fingerprintOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 16);

export const withoutIndexes = (text: string) => (text.includes('/') ? text.replaceAll(/\/\d+(?=\/|$)/g, '/*') : text);

const refOf = ({account, seq, method, url}: Occurrence): RequestRef => ({account, seq, method, url});

/** A deterministic order of requests, although clients of several accounts run in parallel. */
const isBefore = (one: RequestRef, other: RequestRef): boolean =>
  one.account === other.account ? one.seq < other.seq : (one.account ?? '') < (other.account ?? '');

export const callersOf = ({caller}: Pick<Occurrence, 'caller'>): readonly string[] =>
  caller === undefined ? [] : [caller];

export function findingOf(rule: string, level: Level, mistake: Mistake, at: Occurrence): StoredFinding {
  const {got, nearest, message, fix, cause} = mistake;
  const where = cut(mistake.where);
  return {
    rule,
    level,
    count: 1,
    first: refOf(at),
    last: refOf(at),
    worst: refOf(at),
    operation: at.operation,
    where,
    places: [where],
    got: got === undefined ? null : cut(got),
    values: got === undefined ? [] : [cut(got)],
    nearest: nearest === undefined ? null : cut(nearest),
    message: cut(message),
    fix: {text: cut(fix), request: null},
    docs: `/docs/rules/${rule}`,
    caller: callersOf(at),
    key: keyOf(rule, at.operation, cut(cause ?? where)),
  };
}

/** Maximum characters of a body in a finding. */
const longestBody = 4096;

/** A request as a finding stores it: a long body is truncated. */
export function requestText(request: RequestToSend): string {
  const {value: body, isWhole} = beginningOf(request.body, longestBody);
  return JSON.stringify(isWhole ? request : {...request, body, truncated: true});
}

export type Growing = {-readonly [K in keyof StoredFinding]: StoredFinding[K]};

/** Maximum number of different values, places and call chains of one finding. */
const maxListed = 5;

function listed(one: readonly string[], other: readonly string[], isSorted = false): readonly string[] {
  if (other.every(text => one.includes(text))) {
    return one;
  }
  const all = [...new Set([...one, ...other])];
  return (isSorted ? all.sort() : all).slice(0, maxListed);
}

const isWorse = (one: StoredFinding, other: StoredFinding) => levels.indexOf(one.level) < levels.indexOf(other.level);

/**
 * Adds occurrences of the same mistake to a finding. The texts are those of the first of the worst occurrences.
 * @returns true if the texts are now those of `other`
 */
export function join(finding: Growing, other: StoredFinding): boolean {
  const {count, first, last, caller, values, places} = finding;
  const isEarlier = isBefore(other.first, first);
  const isTold = isWorse(other, finding) || (isEarlier && !isWorse(finding, other));
  if (isTold) {
    Object.assign(finding, other);
  }
  finding.first = isEarlier ? other.first : first;
  finding.count = count + other.count;
  finding.last = isBefore(last, other.last) ? other.last : last;
  finding.caller = listed(caller, other.caller, true);
  finding.values = listed(values, other.values);
  finding.places = listed(places, other.places);
  return isTold;
}

/** Merges the findings of several accounts. */
export function merged(findings: readonly StoredFinding[]): StoredFinding[] {
  const all = new Map<string, StoredFinding>();
  for (const finding of findings) {
    const known = all.get(finding.key);
    if (known === undefined) {
      all.set(finding.key, {...finding});
    } else {
      join(known, finding);
    }
  }
  return [...all.values()];
}

/** Sorts by level, the worst first, then by rule, operation and place: the order of arrival differs between runs. */
export function findingOrder(rules: readonly FindingRule[]): (one: StoredFinding, other: StoredFinding) => number {
  const order = new Map(rules.map(({id}, index) => [id, index]));
  const placeOf = ({rule}: StoredFinding) => order.get(rule) ?? rules.length;
  return (one, other) =>
    levels.indexOf(one.level) - levels.indexOf(other.level) ||
    placeOf(one) - placeOf(other) ||
    compareKeys(one.operation, other.operation) ||
    compareKeys(one.where, other.where);
}

/** Maximum number of fingerprints of one rule in a request. */
const maxFingerprints = 50;

/** Adds a finding to the rules that a request breaks. */
export function markBroken(broken: BrokenRule[], {rule, level}: StoredFinding, fingerprint: string): void {
  const place = broken.findIndex(one => one.rule === rule);
  if (place === -1) {
    broken.push({rule, level, fingerprints: [fingerprint]});
    return;
  }
  const known = broken[place]!;
  const isWorse = levels.indexOf(level) < levels.indexOf(known.level);
  const isListed = known.fingerprints.includes(fingerprint) || known.fingerprints.length === maxFingerprints;
  broken[place] = {
    rule,
    level: isWorse ? level : known.level,
    fingerprints: isListed ? known.fingerprints : [...known.fingerprints, fingerprint],
  };
}
