import type {Account} from '../../accounts/account.js';
import {parameterError} from '../../errors.js';
import type {Journal} from '../../exchanges/journal/journal.js';
import {adminOperation} from '../admin-operation.js';
import {describeAccount} from '../status.js';
import {type FoundState, findState, openedState} from './find-state.js';

/** Restores a state. An imported snapshot shares no data with earlier states, so the earlier states are released. */
export const goTo = (account: Account, found: FoundState, journal: Journal): Promise<void> =>
  account.replaceState(
    () => openedState(account, found),
    'isForeign' in found.state ? {onSettled: () => journal.release(account.name)} : {},
  );

export const restoreState = adminOperation({
  id: 'restoreState',
  method: 'POST',
  path: '/_sandbox/restore',
  summary: 'Back to before a request, or to after one',
  query: ['to'],
  handle: async ({account, accounts, journal, committed, query: {to}}) => {
    if (to === undefined) {
      throw parameterError('to: is missing; before:142 is the account as request 142 found it');
    }
    await goTo(account, findState(account, journal, to, 'to'), journal);
    committed(account);
    return describeAccount(account, accounts);
  },
});
