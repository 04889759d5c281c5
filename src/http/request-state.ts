import type {Account} from '../accounts/account.js';
import type {AccountState} from '../accounts/account-state.js';
import type {KeyKind, Surface} from '../exchanges/exchange.js';
import type {ReceivedRequest} from '../exchanges/unanswered.js';
import type {Outcome} from '../operations/execute.js';
import type {Match} from '../operations/match.js';
import type {Operation} from '../operations/operation.js';
import type {ActiveFault} from './faults/active-fault.js';

/** Request state shared between middleware and recorded in the exchange. */
export interface RequestState {
  /** Set by `matchOperation`. */
  match: Match<Operation>;
  /** Default: the API of the service. */
  surface?: Surface;
  /** Set by `authenticate`. */
  keyKind?: KeyKind;
  /** The public origin from a trusted proxy, `https://crm.example`; set by `followProxy` and `namedHosts`. */
  origin?: string | undefined;
  /** True if the client addressed the real service; set by `namedHosts`. */
  isIntercepted?: boolean;
  /** The account of the request's key; set by `authenticate`. */
  account: Account;
  /** The account's state before the request; set by `authenticate`. */
  found?: AccountState;
  /** Set by `authenticate`. */
  key: string;
  /** Responds in place of the account; set by `applyFaultBefore`. */
  shadowAccount?: Account;
  /** Set by `applyFaultBefore`. */
  activeFault?: ActiveFault;
  /** Set by `serveOperations` once the whole request has arrived. */
  received?: ReceivedRequest;
  /** Set by `serveOperations`. */
  outcome?: Outcome;
}
