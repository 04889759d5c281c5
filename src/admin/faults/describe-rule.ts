import type {Account} from '../../accounts/account.js';
import {formatTimestamp} from '../../accounts/clock.js';
import type {ArmedRule} from '../../faults/armed-rule.js';
import type {When} from '../../faults/fault-kind.js';
import type {FaultRules} from '../../faults/fault-rules.js';
import type {FaultSpec} from '../../faults/rules/fault-spec.js';

/** A rule as it is answered. */
export interface FaultStatus {
  readonly id: string;
  readonly account: string;
  /** The id of an operation, or `*`. */
  readonly operation: string;
  readonly match?: object;
  readonly nth?: number;
  readonly after?: number;
  readonly times?: number;
  readonly every?: number;
  readonly probability?: number;
  readonly seed?: number;
  readonly when: When;
  readonly fault: FaultSpec;
  /** Whether it was given at the start, and lasts as long as the sandbox. */
  readonly from: 'start' | 'test';
  /** `<YYYY-MM-DDTHH:MM:SSZ>` by the machine's clock; null where it stays. */
  readonly expires_at: string | null;
  /** How many requests it matched, and how many of them it was done to. */
  readonly seen: number;
  readonly hits: number;
  /** The numbers of the latest of those, as the journal has them. */
  readonly requests: readonly number[];
}

/** The rules of some accounts, as they are answered. */
export interface FaultList {
  readonly rules: readonly FaultStatus[];
}

export const describeRules = (accounts: readonly Account[], faults: FaultRules): FaultList => ({
  rules: accounts.flatMap(account => faults.of(account).rules.map(armed => describe(armed, account))),
});

function describe(armed: ArmedRule, {name}: Account): FaultStatus {
  const {id: _, kind: __, faultKind: ____, matches: ___, ttl: _____, operation, when, fault, ...rest} = armed.rule;
  return {
    id: armed.id,
    account: name,
    operation,
    ...rest,
    when,
    fault,
    from: armed.isOfStart ? 'start' : 'test',
    expires_at: armed.expiresAt === undefined ? null : formatTimestamp(armed.expiresAt),
    seen: armed.seen,
    hits: armed.hits,
    requests: armed.requests,
  };
}
