import {setMaxListeners} from 'node:events';
import {type Accounts, defaultAccount} from '../accounts/accounts.js';
import {machineClock, timestamp} from '../accounts/clock.js';
import {overridesIn} from '../admin/overrides.js';
import {ExchangeBus} from '../exchanges/bus.js';
import type {BrokenRule} from '../exchanges/exchange.js';
import {boundsOf} from '../exchanges/journal/bounds.js';
import {Journal} from '../exchanges/journal/journal.js';
import {requestLog} from '../exchanges/request-log.js';
import type {TracedFinding} from '../exchanges/trace/format.js';
import type {FaultRules} from '../faults/fault-rules.js';
import {Coverage} from '../findings/coverage/coverage.js';
import type {RequestRef} from '../findings/finding.js';
import {Inspector} from '../findings/inspector.js';
import type {Replaying} from '../http/request-state.js';
import type {Interception} from '../intercept/interception.js';
import type {Caches} from '../operations/caches.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import {publishOperation, type Shared} from './handle-of.js';
import type {OpenSandbox} from './open-sandbox.js';
import type {StartOptions} from './start-options.js';
import {type Receiver, resendTo} from './trace/send-again.js';
import {traced} from './trace/traced.js';

interface Start {
  readonly catalog: Catalog;
  readonly options: StartOptions;
  readonly open: OpenSandbox;
  readonly faults: FaultRules;
  readonly caches: Caches;
  readonly interception?: Interception | undefined;
  readonly to: Receiver['to'];
  readonly replaying?: Replaying | undefined;
}

/**
 * Creates the parts of a running sandbox. Readers receive exchanges in the order in which they subscribe here.
 * @throws the system's own error if a file can't be written
 */
export async function makeParts({catalog, options, open, faults, caches, interception, to, replaying}: Start) {
  const {accounts} = open;
  const exchanges = new ExchangeBus(
    defaultAccount,
    options.onError ?? (() => undefined),
    () => accounts.takeOver?.lastNumber ?? 0,
  );
  const brokenOf = ({account, seq}: RequestRef) => journal.find(account, seq)?.findings;
  // The inspector subscribes first, because the others show the rules that a request breaks.
  const inspector = watchForMistakes(catalog, options, accounts, exchanges, brokenOf);
  const bounds = boundsOf(options.journalRequests, options.journalMebibytes);
  const takeOverOf = (account: string) => accounts.takeOverOf(account);
  const journal = new Journal(defaultAccount, bounds, inspector.brokenBy, replaying !== undefined, takeOverOf);
  exchanges.subscribe(journal.read);
  if (replaying !== undefined) {
    replaying.journal = journal;
  }
  const {trace, endTrace} = await traced(options, open, exchanges, journal, overridesIn(faults));
  if (options.onRequest !== undefined) {
    exchanges.subscribe(requestLog(options.onRequest, inspector.brokenBy));
  }
  const coverage = new Coverage(catalog.operations, defaultAccount);
  exchanges.subscribe(coverage.read);
  if (options.onExchange !== undefined) {
    exchanges.subscribe(options.onExchange);
  }
  accounts.onExpired = name => publishOperation(exchanges, accounts, 'deleteAccount', {params: {name}});
  accounts.onLeave = name => journal.forget(name);
  const closing = new AbortController();
  setMaxListeners(0, closing.signal); // one listener for each pending wait
  /** Call this when all responses are sent and all data is saved. */
  const end = () => {
    inspector.endAll();
    const notice = endTrace?.(tracedFindings(inspector));
    if (notice !== undefined) {
      options.onNotice?.(notice);
    }
  };
  const waiters = new Set<object>();
  const resend = resendTo({to, seed: accounts.seed, exchanges});
  const watching = {exchanges, journal, waiters, trace, inspector, coverage, faults, resend};
  const shared: Shared = {accounts, catalog, caches, interception, ...watching, replaying, closing: closing.signal};
  return {shared, closing, end};
}

/** Subscribes an inspector to client requests. If all rules are off, it does nothing. */
function watchForMistakes(
  catalog: Catalog,
  {findings = {}, suppressions = [], onFinding, onError}: StartOptions,
  accounts: Accounts,
  exchanges: ExchangeBus,
  brokenOf: (request: RequestRef) => BrokenRule[] | undefined,
): Inspector {
  const inspector = new Inspector({
    ...findings,
    catalog,
    defaultAccount,
    brokenOf,
    settingsOf: name => (accounts.find(name) ?? accounts).settings,
    suppressions,
    today: timestamp(machineClock).slice(0, 10),
    ...(onFinding && {onFinding}),
    ...(onError && {onError}),
  });
  if (inspector.isOn) {
    exchanges.subscribe(inspector.read);
    exchanges.subscribeControls(inspector.readControl);
  }
  return inspector;
}

const maxTraced = 500;

/** Excluded, because it depends on the machine's speed, and equal runs must write equal traces. */
const timed = 'over-the-limit';

/** The findings of a run for the end of its trace, without the values sent; undefined if all rules are off. */
function tracedFindings(inspector: Inspector): TracedFinding[] | undefined {
  if (!inspector.isOn) {
    return undefined;
  }
  const findings = inspector.report().findings.filter(({rule}) => rule !== timed);
  return findings.slice(0, maxTraced).map(({rule, level, operation, message, caller, fingerprint}) => ({
    ...{rule, level, operation, message},
    caller: [...caller],
    fingerprint,
  }));
}
