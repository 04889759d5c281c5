import {type Accounts, defaultAccount} from '../accounts/accounts.js';
import {machineClock, timestamp} from '../accounts/clock.js';
import type {ExchangeBus} from '../exchanges/bus.js';
import {Inspector} from '../findings/inspector.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import type {StartOptions} from './start-options.js';

/** Subscribes an inspector to client requests. With all rules off, it does nothing. */
export function watchForMistakes(
  catalog: Catalog,
  {findings = {}, suppressions = [], onFinding, onError}: StartOptions,
  accounts: Accounts,
  exchanges: ExchangeBus,
): Inspector {
  const inspector = new Inspector({
    ...findings,
    catalog,
    defaultAccount,
    settingsOf: name => (accounts.has(name) ? accounts.get(name).settings : accounts.settings),
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
