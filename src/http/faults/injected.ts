import type {FaultLabel} from '../../exchanges/exchange.js';
import type {Hit} from '../../faults/rule-set.js';

/** What is done to a request. */
export interface Injected extends Hit {
  /** Whether what it asked to be changed is kept. */
  committed: boolean;
  /** Whether nothing was answered. */
  isSilent: boolean;
  /** The reply, where it is sent in pieces. */
  sent?: string | undefined;
  /** Of a rule that limits the rate: after how many seconds of the account's clock there is room. */
  readonly seconds?: number;
}

/** What the exchange says of it. */
export const labelOf = ({armed: {id, rule}, committed}: Injected): FaultLabel => ({
  id,
  kind: rule.kind,
  when: rule.when,
  committed,
});
