import type {Middleware, ParameterizedContext} from 'koa';
import type {Account} from '../accounts/account.js';
import type {AccountState} from '../accounts/account-state.js';
import type {KeyKind, Surface} from '../exchanges/exchange.js';
import type {ReceivedRequest} from '../exchanges/unanswered.js';
import type {Hit} from '../faults/rule-set.js';
import type {Outcome} from '../operations/execute.js';
import type {Match} from '../operations/match.js';
import type {Operation} from '../operations/operation.js';

export type RequestContext = ParameterizedContext<RequestState>;

export type RequestStep = Middleware<RequestState>;

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

export interface ActiveFault extends Hit {
  /** True if the request's change is kept. */
  committed: boolean;
  isSilent: boolean;
  /** The response so far, if it is sent in parts. */
  sent?: string | undefined;
  /** For a rule with a limit: seconds of account time until the next request is within it. */
  readonly seconds: number;
}
