import {batch, effect, signal} from '@preact/signals';
import {type AccountEntry, account, accounts} from './accounts.js';
import {announce} from './announce.js';
import {ask} from './api.js';
import {config, isAdminKeyWanted} from './config.js';
import {Feed, type Request} from './feed.js';

/** All requests of the account that the page shows. */
export const feed = signal<Feed | undefined>(undefined);

/** Grows with what may have changed the data, so that what shows them reads them again. */
export const changes = signal(0);

/** Grows with each request, so that what is made of all of them is read again. */
export const arrivals = signal(0);

/** The page itself has changed something that no request tells of. */
export const noteChange = (): void => {
  batch(() => {
    changes.value += 1;
    arrivals.value += 1;
  });
};

export async function loadAccounts(): Promise<void> {
  const {accounts: found} = await ask<{accounts: AccountEntry[]}>('GET', '/_sandbox/accounts', {
    account: config.value!.account,
  });
  accounts.value = found;
}

function speakOf(rows: readonly Request[]): void {
  batch(() => {
    arrivals.value += 1;
    if (rows.some(({changed}) => changed)) {
      changes.value += 1;
    }
  });
  const {method, url, status} = rows.at(-1)!;
  const one = `${method} ${url.split('?', 1)[0]}, status ${status}`;
  announce(rows.length === 1 ? `New request: ${one}` : `${rows.length} new requests, the latest: ${one}`);
}

/** Follows the account of the address, for as long as there is a sandbox and it lets us. */
export function startFollowing(): void {
  effect(() => {
    if (config.value === undefined || isAdminKeyWanted.value) {
      return undefined;
    }
    const name = account.value;
    const cancelled = {value: false};
    let own: Feed | undefined;
    // A key of an account that is gone would make it anew: so the list comes first.
    void loadAccounts()
      .catch(() => {})
      .then(() => {
        if (!cancelled.value && (accounts.peek() ?? [{name}]).some(each => each.name === name)) {
          own = new Feed(name);
          own.onRows = speakOf;
          own.onFinding = ({rule, first}) => {
            arrivals.value += 1;
            announce(`Found in request ${first.seq}: ${rule}`);
          };
          own.isConnected.subscribe(isConnected => isConnected && void loadAccounts().catch(() => {}));
          feed.value = own;
        }
      });
    return () => {
      cancelled.value = true;
      own?.close();
      feed.value = undefined;
    };
  });
}
