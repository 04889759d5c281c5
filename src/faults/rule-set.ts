import {machineClock, moment} from '../accounts/clock.js';
import {badRequest, conflict} from '../errors.js';
import type {MatchableRequest} from '../exchanges/matcher.js';
import {limits} from '../limits.js';
import {quote} from '../schema/fields.js';
import type {Occurrences} from './rules/fault-rule.js';
import type {Rule} from './rules/read-rules.js';

/** The final step of MurmurHash3 (public domain): every bit of the input affects every bit of the result. */
function mixed(number: number): number {
  let hash = number;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/**
 * Returns a number from 0 to 1, always the same for the same integers. There is no shared random stream, so parallel
 * requests cannot change each other's draws.
 */
export const chanceOf = (...integers: readonly number[]): number =>
  (integers.reduce((hash, integer) => mixed(hash ^ mixed(integer + 0x9e3779b9)), 0) >>> 0) / 2 ** 32;

/** @param chance draws a number from 0 to 1 */
export function isDue(rule: Occurrences, occurrence: number, chance: () => number): boolean {
  const {nth, every, probability, after = 0, times = Number.POSITIVE_INFINITY} = rule;
  if (nth !== undefined) {
    return occurrence === nth;
  }
  if (every !== undefined) {
    return occurrence % every === 0;
  }
  if (probability !== undefined) {
    return chance() < probability;
  }
  return occurrence > after && occurrence <= after + times;
}

const maxRemembered = 100;

export class ArmedRule {
  seen = 0;
  hits = 0;
  /** Journal numbers of the latest faulted requests; those in progress have none yet. */
  readonly requests: number[] = [];
  /** The account time at which it first acted. */
  #firstAt: number | undefined;

  /**
   * @param place the rule's position in the set, which seeds its random draws
   * @param isOfStart true for a rule from the start options, which applies to every account
   * @param expiresAt milliseconds since 1970 in real time; undefined if the rule does not expire
   */
  constructor(
    readonly rule: Rule,
    readonly id: string,
    readonly place: number,
    readonly isOfStart: boolean,
    readonly expiresAt?: number,
  ) {}

  /** Returns a number from 0 to 1, deterministic for the same request, rule and place. */
  chance(occurrence: number, salt: number): number {
    return chanceOf(this.rule.seed ?? 1, this.place, occurrence, salt);
  }

  /** @param now milliseconds since 1970 of the account's clock */
  isOverAt(now: number): boolean {
    const {lasts = Number.POSITIVE_INFINITY} = this.rule;
    this.#firstAt ??= now;
    return now >= this.#firstAt + lasts;
  }

  addRequest(seq: number): void {
    this.requests.push(seq);
    if (this.requests.length > maxRemembered) {
      this.requests.shift();
    }
  }
}

export interface Hit {
  readonly armed: ArmedRule;
  /** The request's ordinal number among those that match the rule. */
  readonly occurrence: number;
}

/** The rules of one account: its own rules come before those of the start. */
export class RuleSet {
  readonly #ofStart: readonly ArmedRule[];
  #accountRules: ArmedRule[] = [];
  #nextPlace = 0;
  #nextName = 1;

  /**
   * @param ofStart rules shared by every account
   * @param onChange called when the account's own rules change
   * @param prefix begins the ids of rules without one
   */
  constructor(
    ofStart: readonly Rule[],
    startedAt: number,
    private readonly onChange: () => void,
    private readonly prefix = 'fault',
  ) {
    this.#ofStart = ofStart.map((rule, index) => {
      const id = rule.id ?? `start-${index + 1}`;
      return new ArmedRule(rule, id, limits.faultRules + index, true, endOf(rule, startedAt, null));
    });
  }

  /** All active rules, in order of precedence. */
  get rules(): readonly ArmedRule[] {
    const now = moment(machineClock);
    this.#dropExpired(now);
    return [...this.#accountRules, ...this.#ofStart.filter(rule => !isOver(rule, now))];
  }

  /**
   * Selects the fault for a request. Every matching rule counts the request, whichever applies, so that a rule does not
   * shift the counts of later rules.
   * @param applies returns false for a selected rule without effect, such as a limit that is not reached
   */
  decide(request: MatchableRequest, applies: (armed: ArmedRule) => boolean): Hit | undefined {
    let hit: Hit | undefined;
    for (const armed of this.rules) {
      if (armed.rule.matches(request)) {
        armed.seen += 1;
        const occurrence = armed.seen;
        const isSelected = isDue(armed.rule, occurrence, () => armed.chance(occurrence, 0));
        if (hit === undefined && isSelected && applies(armed)) {
          hit = {armed, occurrence};
          armed.hits += 1;
        }
      }
    }
    return hit;
  }

  /**
   * Appends rules.
   * @param ttl default lifetime in milliseconds; null for as long as the sandbox runs
   * @throws ApiError if there are too many rules, or an id is a duplicate; then none is added
   */
  add(rules: readonly Rule[], ttl: number | null): readonly ArmedRule[] {
    const now = moment(machineClock);
    this.#dropExpired(now);
    this.check(rules, {isInPlace: false});
    const added = rules.map(
      rule => new ArmedRule(rule, rule.id ?? this.#freeName(), this.#nextPlace++, false, endOf(rule, now, ttl)),
    );
    this.#accountRules.push(...added);
    this.onChange();
    return added;
  }

  /** Replaces the account's own rules, and restarts their places and random draws. */
  replace(rules: readonly Rule[], ttl: number | null): readonly ArmedRule[] {
    this.check(rules, {isInPlace: true});
    this.clear();
    return this.add(rules, ttl);
  }

  clear(): void {
    this.#accountRules = [];
    this.#nextPlace = 0;
    this.#nextName = 1;
    this.onChange();
  }

  /** @returns false if there was no such rule. @throws ApiError for a rule of the start */
  remove(id: string): boolean {
    if (this.#ofStart.some(rule => rule.id === id)) {
      throw conflict(`The fault ${quote(id)} was given at the start, and lasts as long as the sandbox`);
    }
    const kept = this.#accountRules.filter(rule => rule.id !== id);
    const isThere = kept.length < this.#accountRules.length;
    this.#accountRules = kept;
    this.onChange();
    return isThere;
  }

  /** @throws ApiError, a 400, if there are too many rules, or an id is a duplicate */
  check(rules: readonly Rule[], {isInPlace}: {readonly isInPlace: boolean}): void {
    const beside = isInPlace ? [] : this.#accountRules;
    if (beside.length + rules.length > limits.faultRules) {
      throw badRequest(`rules: there can be ${limits.faultRules} at most, and there are ${beside.length} already`);
    }
    const taken = [...beside, ...this.#ofStart].map(({id}) => id);
    const given = rules.flatMap(({id}) => id ?? []);
    const twice = given.find((id, index) => taken.includes(id) || given.indexOf(id) !== index);
    if (twice !== undefined) {
      throw badRequest(`rules: there is a rule with the id ${quote(twice)} already`);
    }
  }

  #freeName(): string {
    const name = `${this.prefix}-${this.#nextName++}`;
    return this.#accountRules.some(({id}) => id === name) ? this.#freeName() : name;
  }

  #dropExpired(now: number): void {
    if (this.#accountRules.some(rule => isOver(rule, now))) {
      this.#accountRules = this.#accountRules.filter(rule => !isOver(rule, now));
      this.onChange();
    }
  }
}

const isOver = ({expiresAt = Number.POSITIVE_INFINITY}: ArmedRule, now: number): boolean => expiresAt <= now;

function endOf({ttl}: Rule, now: number, usual: number | null): number | undefined {
  const lasts = ttl === undefined ? usual : ttl;
  return lasts === null ? undefined : now + lasts;
}
