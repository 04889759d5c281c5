import type {Accounts} from '../../accounts/accounts.js';
import type {FaultRules} from '../../faults/fault-rules.js';
import type {Call} from './calls.js';
import type {LoseAnswer} from './check.js';

/** The `--fault` rule for a call: `createGiftOfConstituent#1:lost`. */
export const faultOf = ({operation, nth}: Call): string => `${operation}#${nth}:lost`;

/** Loses responses by means of fault rules. */
export const loseAnswerBy =
  (accounts: Accounts, faults: FaultRules): LoseAnswer =>
  (name, call) => {
    const [armed] = faults.of(accounts.get(name)).add(faults.read([faultOf(call)]), null);
    return () => armed!.hits > 0;
  };
