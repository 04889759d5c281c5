import type {Accounts} from '../../accounts/accounts.js';
import type {FaultRules} from '../../faults/fault-rules.js';
import type {Call} from './calls.js';
import type {LoseAnswer} from './check.js';

/** A call as `--fault` takes it: `createGiftOfConstituent#1:lost`. */
export const faultOf = ({operation, nth}: Call): string => `${operation}#${nth}:lost`;

/** Loses answers by the rules of faults. */
export const loseAnswerBy =
  (accounts: Accounts, faults: FaultRules): LoseAnswer =>
  (name, call) => {
    const [armed] = faults.of(accounts.get(name)).add(faults.read([faultOf(call)]), null);
    return () => armed!.hits > 0;
  };
