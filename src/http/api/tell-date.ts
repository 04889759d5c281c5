import type {ParameterizedContext} from 'koa';
import {httpDate} from '../../accounts/clock.js';
import type {RequestState} from '../request-state.js';

/**
 * The header `Date` of a reply to an account of which the clock stands still: by that clock, as are the timestamps in
 * the reply. A client that reckons with the server's time would otherwise find them months apart. Any other reply has
 * the machine's time, which Node writes.
 */
export function tellDate(ctx: ParameterizedContext<Partial<RequestState>>): void {
  const {account, outcome} = ctx.state;
  const clock = (outcome?.before ?? account?.state)?.clock;
  if (clock?.mode === 'frozen') {
    ctx.set('Date', httpDate(clock));
  }
}
