import type {FaultLabel} from '../../exchanges/exchange.js';
import type {Hit} from '../../faults/rule-set.js';

export interface ActiveFault extends Hit {
  /** True if the change that the request asked for is kept. */
  committed: boolean;
  isSilent: boolean;
  /** The response, if it is sent in pieces. */
  sent?: string | undefined;
  /** For a rule with a limit: seconds of the account's clock until the next request is within it. */
  readonly seconds: number;
}

/** The label of the fault in an exchange. */
export const labelOf = ({armed: {id, rule}, committed}: ActiveFault): FaultLabel => ({
  id,
  kind: rule.kind,
  when: rule.when,
  committed,
});
