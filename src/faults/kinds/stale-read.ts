import type {Account} from '../../accounts/account.js';
import type {AccountState} from '../../accounts/account-state.js';
import {moment} from '../../accounts/clock.js';
import type {FaultKind} from '../fault-kind.js';
import {count} from '../short-form/arguments.js';
import type {StateHistory} from '../state-history.js';

interface StaleReadFault {
  readonly stale_read: {readonly requests: number} | {readonly seconds: number};
}

const stateOf = (
  {clock, state}: Account,
  lag: StaleReadFault['stale_read'],
  history: StateHistory | undefined,
): AccountState =>
  ('requests' in lag ? history?.beforeRequests(lag.requests) : history?.asOf(moment(clock) - lag.seconds * 1000)) ??
  state;

export const staleRead: FaultKind<StaleReadFault> = {
  name: 'stale_read',
  fields: ({integerBetween, body}) => ({
    stale_read: body({
      requests: integerBetween(1, 100).optional(),
      seconds: integerBetween(1, 86_400).optional(),
    }),
  }),
  alternatives: ['requests', 'seconds'],
  argument: {
    form: 'a number of requests, or of seconds such as 5s',
    read: text => {
      const [, seconds] = /^(\d{1,6})s$/.exec(text) ?? [];
      const requests = count(text);
      if (seconds !== undefined) {
        return {stale_read: {seconds: Number(seconds)}};
      }
      return requests === undefined ? undefined : {stale_read: {requests}};
    },
  },
  hasOwnTime: true,
  isForReadsOnly: true,
  needsHistory: true,
  applyBefore: ({stale_read: lag}, call) => call.serveFrom(stateOf(call.account, lag, call.history)),
  docs: {
    short: '`stale_read=3`, `stale_read=5s`',
    object: '`{"stale_read": {"requests": 3}}`, `{"seconds": 5}`',
    about: 'a read of the account as it was so many requests ago, or seconds of its clock: a replica that lags',
  },
  menu: [['stale_read', '3', 'the account as it was so many requests ago']],
};
