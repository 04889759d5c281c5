import {machineClock, moment} from '../accounts/clock.js';
import {badRequest, conflict} from '../errors.js';
import {limits} from '../limits.js';
import {quote} from '../schema/fields.js';
import {ArmedRule} from './armed-rule.js';
import type {FaultRequest} from './known-operations.js';
import type {Rule} from './rules/rule.js';

export interface Hit {
  readonly armed: ArmedRule;
  /** The request's ordinal number among those that match the rule. */
  readonly occurrence: number;
}

/** The rules of one account: its own rules come before those of the start. */
export class RuleSet {
  readonly #ofStart: readonly ArmedRule[];
  readonly #onChange: () => void;
  #own: ArmedRule[] = [];
  #nextPlace = 0;
  #nextName = 1;

  /**
   * @param ofStart rules shared by every account
   * @param onChange called when the account's own rules change
   */
  constructor(ofStart: readonly Rule[], startedAt: number, onChange: () => void) {
    this.#onChange = onChange;
    this.#ofStart = ofStart.map((rule, index) => {
      const id = rule.id ?? `start-${index + 1}`;
      return new ArmedRule(rule, id, limits.faultRules + index, true, endOf(rule, startedAt, null));
    });
  }

  /** All active rules, in order of precedence. */
  get rules(): readonly ArmedRule[] {
    const now = moment(machineClock);
    this.#dropExpired(now);
    return [...this.#own, ...this.#ofStart.filter(rule => !isOver(rule, now))];
  }

  get hasOwn(): boolean {
    return this.#own.length > 0;
  }

  /**
   * Selects the fault for a request. Every matching rule counts the request, whichever applies, so that a rule does not
   * shift the count of the rules after it.
   * @param applies returns false for a selected rule without effect: a limit that is not reached
   */
  decide(request: FaultRequest, applies: (armed: ArmedRule) => boolean): Hit | undefined {
    let hit: Hit | undefined;
    for (const armed of this.rules) {
      if (armed.rule.matches(request)) {
        const {occurrence, isDue} = armed.meet();
        if (hit === undefined && isDue && applies(armed)) {
          hit = {armed, occurrence};
        }
      }
    }
    hit?.armed.hit();
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
    const added = rules.map(rule => this.#arm(rule, now, ttl));
    this.#own.push(...added);
    this.#onChange();
    return added;
  }

  /** Replaces the account's own rules, and restarts their places and random draws. */
  replace(rules: readonly Rule[], ttl: number | null): readonly ArmedRule[] {
    this.check(rules, {isInPlace: true});
    this.clear();
    return this.add(rules, ttl);
  }

  clear(): void {
    this.#own = [];
    this.#nextPlace = 0;
    this.#nextName = 1;
    this.#onChange();
  }

  /** @returns false if there was no such rule. @throws ApiError for a rule of the start */
  remove(id: string): boolean {
    if (this.#ofStart.some(rule => rule.id === id)) {
      throw conflict(`The fault ${quote(id)} was given at the start, and lasts as long as the sandbox`);
    }
    const kept = this.#own.filter(rule => rule.id !== id);
    const isThere = kept.length < this.#own.length;
    this.#own = kept;
    this.#onChange();
    return isThere;
  }

  /** @throws ApiError, a 400, if there are too many rules, or an id is a duplicate */
  check(rules: readonly Rule[], {isInPlace}: {readonly isInPlace: boolean}): void {
    const beside = isInPlace ? [] : this.#own;
    if (beside.length + rules.length > limits.faultRules) {
      throw badRequest(
        `rules: there can be ${limits.faultRules} of an account, and there are ${beside.length} already`,
      );
    }
    const ids = new Set([...beside, ...this.#ofStart].map(({id}) => id));
    for (const {id} of rules) {
      if (id === undefined) {
        continue;
      }
      if (ids.has(id)) {
        throw badRequest(`rules: there is a rule with the id ${quote(id)} already`);
      }
      ids.add(id);
    }
  }

  #arm(rule: Rule, now: number, ttl: number | null): ArmedRule {
    const id = rule.id ?? this.#freeName();
    const armed = new ArmedRule(rule, id, this.#nextPlace, false, endOf(rule, now, ttl));
    this.#nextPlace += 1;
    return armed;
  }

  #freeName(): string {
    const taken = new Set(this.#own.map(({id}) => id));
    while (taken.has(`fault-${this.#nextName}`)) {
      this.#nextName += 1;
    }
    const name = `fault-${this.#nextName}`;
    this.#nextName += 1;
    return name;
  }

  #dropExpired(now: number): void {
    if (this.#own.some(rule => isOver(rule, now))) {
      this.#own = this.#own.filter(rule => !isOver(rule, now));
      this.#onChange();
    }
  }
}

const isOver = ({expiresAt = Number.POSITIVE_INFINITY}: ArmedRule, now: number): boolean => expiresAt <= now;

function endOf({ttl}: Rule, now: number, usual: number | null): number | undefined {
  const lasts = ttl === undefined ? usual : ttl;
  return lasts === null ? undefined : now + lasts;
}
