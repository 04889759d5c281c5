import {formatTimestamp} from '../accounts/clock.js';
import {conflict} from '../errors.js';
import type {AdminContext} from './admin-operation.js';

/**
 * Requests that another node recorded went with it: an empty list would say that there were none.
 * @param since only requests with a greater number are asked for
 * @throws ApiError, a 409, if another node recorded some of them
 */
export function checkRecorded(
  {account, accounts, journal}: Pick<AdminContext, 'account' | 'accounts' | 'journal'>,
  since = 0,
): void {
  const takeOver = accounts.takeOverOf(account.name);
  if (takeOver !== undefined && since < takeOver.lastNumber && !journal.of(account.name).isWhole) {
    throw conflict(
      `this node took over at ${formatTimestamp(takeOver.at)}, and requests before that are not known: ask for those since ${takeOver.lastNumber}, reset the account, or use a new one`,
    );
  }
}
