import {moment} from '../../accounts/clock.js';
import {count, type FaultKind, type FaultOf} from '../fault-kind.js';

export const staleRead: FaultKind<FaultOf<'stale_read'>> = {
  name: 'stale_read',
  fields: ({integerBetween, choice}) => ({
    stale_read: choice({requests: integerBetween(1, 100), seconds: integerBetween(1, 86_400)}),
  }),
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
  keepsResponse: true,
  needsHistory: true,
  applyBefore: ({stale_read: lag}, {account, history, serveFrom}) => {
    const state =
      lag.requests !== undefined
        ? history.beforeRequests(account, lag.requests)
        : history.asOf(account, moment(account.clock) - lag.seconds * 1000);
    return serveFrom(state ?? account.state);
  },
  docs: {
    short: '`stale_read=3`, `stale_read=5s`',
    object: '`{"stale_read": {"requests": 3}}`, `{"seconds": 5}`',
    about: 'a read of the account as it was several requests, or seconds of its clock, ago: a lagging replica',
  },
  menu: [['stale_read', '3', 'the account as it was so many requests ago']],
};
