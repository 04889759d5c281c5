import type {Account} from '../accounts/account.js';
import type {AccountState} from '../accounts/account-state.js';
import type {KeyKind, Surface} from '../exchanges/exchange.js';
import type {ReceivedRequest} from '../exchanges/unanswered.js';
import type {Outcome} from '../operations/execute.js';
import type {Match} from '../operations/match.js';
import type {Operation} from '../operations/operation.js';
import type {ActiveFault} from './faults/active-fault.js';

/** What one middleware leaves for those after it, and for the exchange. */
export interface RequestState {
  /** What method and path name; set by `matchOperation`. */
  match: Match<Operation>;
  /** What the request was sent to; the service's interface where nobody says. */
  surface?: Surface;
  /** How the key came, and what it may do; set by `authenticate`. */
  keyKind?: KeyKind;
  /** The address that a trusted proxy was asked at: `https://crm.example`; set by `followProxy` and `namedHosts`. */
  origin?: string | undefined;
  /** Whether the client believes that it talks to the service itself; set by `namedHosts`. */
  isIntercepted?: boolean;
  /** The account of the request's key; set by `authenticate`. */
  account: Account;
  /** The account as the request found it; set by `authenticate`. */
  found?: AccountState;
  /** The key itself; set by `authenticate`. */
  key: string;
  /** Responds in place of the account; set by `applyFaultBefore`. */
  shadowAccount?: Account;
  /** Set by `applyFaultBefore`. */
  activeFault?: ActiveFault;
  /** The request, once it came in whole; set by `serveOperations`. */
  received?: ReceivedRequest;
  /** What became of it; set by `serveOperations`. */
  outcome?: Outcome;
}
