import {formatTimestamp} from '../accounts/clock.js';
import {conflict} from '../errors.js';
import type {AccountJournal} from '../exchanges/journal/account-journal.js';

/**
 * Requests that another node recorded went with it: an empty list would say that there were none.
 * @param since only requests with a greater number are asked for
 * @throws ApiError, a 409, if another node recorded some of them
 */
export function checkRecorded({lostBefore}: AccountJournal, since = 0): void {
  if (lostBefore !== undefined && since < lostBefore.lastNumber) {
    throw conflict(
      `this node took over at ${formatTimestamp(lostBefore.at)}, and requests before that are not known: ask for those since ${lostBefore.lastNumber}, reset the account, or use a new one`,
    );
  }
}
