import type {Account} from '../accounts/account.js';
import {machineClock, moment} from '../accounts/clock.js';
import type {Operation} from '../operations/operation.js';
import {standardKinds} from './fault-kinds.js';
import {RuleSet} from './rule-set.js';
import {type Rule, readRule, readRules} from './rules/read-rules.js';
import {StateHistory} from './state-history.js';

export class FaultRules {
  readonly history = new StateHistory();
  readonly #startedAt = moment(machineClock);
  /** The overrides of all accounts. No reset removes them. */
  readonly overrides: RuleSet = new RuleSet([], this.#startedAt, () => this.#arm(this.overrides), 'override');
  readonly #sets = new WeakMap<Account, RuleSet>();
  /** True once there was a rule: until then, requests skip the lookup of their account's rules. */
  isArmed: boolean;

  /** @param ofStart rules that apply to every account for as long as the sandbox runs */
  constructor(
    private readonly operations: readonly Operation[],
    private readonly ofStart: readonly Rule[] = [],
    private readonly kinds = standardKinds,
  ) {
    this.isArmed = ofStart.length > 0;
  }

  /** @throws ApiError, a 400, that lists every mistake */
  read(given: unknown, where?: string): readonly Rule[] {
    return readRules(given, this.operations, where, this.kinds);
  }

  /** @throws ApiError, a 400, that lists every mistake */
  readOne(given: unknown, where: string): Rule {
    return readRule(given, this.operations, where, this.kinds);
  }

  of(account: Account): RuleSet {
    const there = this.#sets.get(account);
    if (there !== undefined) {
      return there;
    }
    const set: RuleSet = new RuleSet(this.ofStart, this.#startedAt, () => this.#changed(account, set));
    this.#sets.set(account, set);
    this.#changed(account, set);
    return set;
  }

  #arm({rules}: RuleSet): void {
    this.isArmed ||= rules.length > 0;
  }

  #changed(account: Account, set: RuleSet): void {
    this.#arm(set);
    const needsHistory = set.rules.some(({rule}) => rule.faultKind.needsHistory);
    this.history[needsHistory ? 'start' : 'forget'](account);
  }
}
