import type {Middleware, ParameterizedContext} from 'koa';
import type {Account} from '../accounts/account.js';
import type {AccountState} from '../accounts/account-state.js';
import type {PendingEvent} from '../exchanges/bus.js';
import type {FullExchange, KeyKind, Surface} from '../exchanges/exchange.js';
import type {Journal} from '../exchanges/journal/journal.js';
import type {TracedRequest} from '../exchanges/trace/format.js';
import type {ReceivedRequest} from '../exchanges/unanswered.js';
import type {ArmedRule, Hit} from '../faults/rule-set.js';
import type {Outcome} from '../operations/execute.js';
import type {Match} from '../operations/match.js';
import type {Operation} from '../operations/operation.js';

export type RequestContext = ParameterizedContext<RequestState>;

export type RequestStep = Middleware<RequestState>;

/** A replay: the trace determines the sandbox's decisions about each request. */
export interface Replaying {
  /** The request that is being sent. */
  current?: TracedRequest | undefined;
  journal?: Journal;
  inContainer?: boolean | undefined;
}

/** Request state shared between middleware and recorded in the exchange. */
export interface RequestState {
  /** Set by `recordExchanges`. */
  pending: PendingEvent;
  /** Set by `matchOperation`. */
  match: Match<Operation>;
  /** Default: the API of the service. */
  surface?: Surface;
  /** Set by `authenticate`. */
  keyKind?: KeyKind;
  /** The public origin, `https://crm.example`; set by `checkHost`, `followProxy` and `namedHosts`. */
  origin?: string | undefined;
  /** True if the client addressed the real service; set by `namedHosts`. */
  isIntercepted?: boolean;
  /** True for a key with the role admin, of a file of keys; set by `authenticate`. */
  isAdmin?: boolean;
  /** The account of the request's key; set by `authenticate`. */
  account: Account;
  /** The account's state before the request; set by `authenticate`. */
  found?: AccountState;
  /** Set by `authenticate`. */
  key: string;
  /** Serves the request instead of the account; set by `applyFaultBefore`. */
  shadowAccount?: Account;
  /** Set by `applyFaultBefore`. */
  activeFault?: ActiveFault;
  /** The overrides that changed the response; set by `applyFaultAfter`. */
  overrides?: readonly ArmedRule[];
  unpatched?: FullExchange['unpatched'];
  /** The place in the order of commits at which a fault read the state. */
  place?: number;
  /** Seconds until the rate limit accepts the key's next request; set by `limitRate`. */
  limited?: number;
  /** True if the body was not received, or too many responses were delayed. */
  isLost?: boolean;
  /** True if the connection was closed, because no status would be true. */
  isBroken?: boolean;
  /** A body that is not UTF-8. */
  bodyBytes?: Buffer | undefined;
  /** In a replay: the request from the trace. */
  traced?: TracedRequest | undefined;
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
  /** For a response from an earlier state: the number of changes since. */
  behind: number;
}
