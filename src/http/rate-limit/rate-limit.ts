import type {Middleware} from 'koa';
import type {Account} from '../../accounts/account.js';
import {moment} from '../../accounts/clock.js';
import {tooManyRequests} from '../../errors.js';
import type {RequestState} from '../request-state.js';
import {SlidingWindow} from './sliding-window.js';

/** What the keys of an account did since its data were last replaced as a whole. */
interface Counted {
  readonly generation: number;
  readonly byKey: Map<string, SlidingWindow>;
}

/**
 * Lets each key make so many requests in any five minutes, by the clock of its account; a reset, a restore and a seed
 * begin anew. What is refused here does not count.
 */
export function limitRate(most: number): Middleware<RequestState> {
  const counted = new WeakMap<Account, Counted>();
  const recentOf = ({account, key}: RequestState): SlidingWindow => {
    const {generation} = account;
    const before = counted.get(account);
    const {byKey} = before?.generation === generation ? before : {byKey: new Map<string, SlidingWindow>()};
    const recent = byKey.get(key) ?? new SlidingWindow(most);
    counted.set(account, {generation, byKey: byKey.set(key, recent)});
    return recent;
  };
  return (ctx, next) => {
    const wait = recentOf(ctx.state).count(moment(ctx.state.account.clock));
    if (wait > 0) {
      const seconds = Math.ceil(wait / 1000);
      throw tooManyRequests(
        `This key may make ${most} requests in any five minutes; by the account's clock it may make the next one in ${seconds} s`,
        seconds,
      );
    }
    return next();
  };
}
