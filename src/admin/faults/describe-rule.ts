import type {Account} from '../../accounts/account.js';
import {formatTimestamp} from '../../accounts/clock.js';
import type {ArmedRule} from '../../faults/armed-rule.js';
import type {When} from '../../faults/fault-kind.js';
import type {FaultRules} from '../../faults/fault-rules.js';
import type {FaultSpec} from '../../faults/rules/fault-spec.js';

export interface FaultStatus {
  readonly id: string;
  readonly account: string;
  /** An operation id, or `*`. */
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
  /** `start` for a rule from the start options, which lasts as long as the sandbox. */
  readonly from: 'start' | 'test';
  /** `<YYYY-MM-DDTHH:MM:SSZ>` in real time; null if the rule does not expire. */
  readonly expires_at: string | null;
  readonly seen: number;
  readonly hits: number;
  /** Journal numbers of the latest faulted requests. */
  readonly requests: readonly number[];
}

export interface FaultList {
  readonly rules: readonly FaultStatus[];
}

export const rulesOf = (account: Account, faults: FaultRules): readonly FaultStatus[] =>
  faults.of(account).rules.map(armed => describe(armed, account));

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
