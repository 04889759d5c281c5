import {Account} from '../../accounts/account.js';
import type {AccountState} from '../../accounts/account-state.js';
import {moment} from '../../accounts/clock.js';
import type {Rule} from '../../faults/rules/rule.js';
import type {StateHistory} from '../../faults/state-history.js';

/**
 * An account that answers in place of another, and is thrown away with all that a request did to it: trees are shared,
 * so that it costs nothing at any size.
 */
export const copyOf = ({name, schema, clock, settings}: Account, {records}: AccountState): Account =>
  new Account(name, schema, {records, clock}, undefined, undefined, settings);

/** The account as a rule says that a read finds it; by today's clock. */
export function pastOf(account: Account, {fault}: Rule, history: StateHistory | undefined): Account {
  return copyOf(
    account,
    ('stale_read' in fault && history && stateOf(account, fault.stale_read, history)) || account.state,
  );
}

function stateOf(
  {clock}: Account,
  lag: {readonly requests: number} | {readonly seconds: number},
  history: StateHistory,
): AccountState | undefined {
  return 'requests' in lag ? history.beforeRequests(lag.requests) : history.asOf(moment(clock) - lag.seconds * 1000);
}
