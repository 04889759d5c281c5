import type {FaultLabel} from '../../exchanges/exchange.js';
import type {Hit} from '../../faults/rule-set.js';

export interface ActiveFault extends Hit {
  /** True if the request's change is kept. */
  committed: boolean;
  isSilent: boolean;
  /** The response so far, if it is sent in parts. */
  sent?: string | undefined;
  /** For a rule with a limit: seconds of account time until the next request is within it. */
  readonly seconds: number;
}

export const labelOf = ({armed: {id, rule}, committed}: ActiveFault): FaultLabel => ({
  id,
  kind: rule.kind,
  when: rule.when,
  committed,
});
