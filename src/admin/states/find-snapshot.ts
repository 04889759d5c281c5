import type {Account} from '../../accounts/account.js';
import type {Snapshot} from '../../accounts/change-log.js';
import {notFound} from '../../errors.js';
import {quote} from '../../schema/fields.js';

/** @throws a 404 that lists the available snapshots */
export function findSnapshot(account: Account, name: string): Snapshot {
  const snapshot = account.snapshots.get(name);
  if (snapshot === undefined) {
    const names = [...account.snapshots.keys()].join(', ') || 'none';
    throw notFound(`The account ${account.name} has no snapshot ${quote(name)}; it has ${names}`);
  }
  return snapshot;
}
