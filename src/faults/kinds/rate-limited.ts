import {tooManyRequests} from '../../errors.js';
import {count, type FaultKind, type FaultOf, pair, time} from '../fault-kind.js';

export const rateLimited: FaultKind<FaultOf<'rate_limited'>> = {
  name: 'rate_limited',
  fields: ({integerBetween, body}) => ({
    rate_limited: body({
      n: integerBetween(0, 10_000),
      window: integerBetween(1, 24 * 60 * 60_000, ' milliseconds'),
    }),
  }),
  argument: {
    form: 'requests/window, such as 10/60s',
    read: text => {
      const limit = pair(text, '/', {n: count, window: time});
      return limit && {rate_limited: limit};
    },
  },
  limit: ({rate_limited: limit}) => limit,
  applyAfter: ({rate_limited: {n, window}}, call) => {
    const text = `This key may make ${n} requests in any ${window / 1000} s; by the account's clock it may make the next one in ${call.seconds} s`;
    call.sendError(tooManyRequests(text, call.seconds));
  },
  docs: {
    short: '`rate_limited=10/60s`',
    object: '`{"rate_limited": {"n": 10, "window": 60000}}`',
    about: "429 for further requests of a key in any window of the account's clock",
  },
  menu: [['rate_limited', '10/60s', '429 beyond so many in a time']],
};
