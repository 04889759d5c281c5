import type {ParameterizedContext} from 'koa';
import {httpDate} from '../../accounts/clock.js';
import type {RequestState} from '../request-state.js';

/**
 * Sets the header `Date` from the account's clock if that is frozen, to match the timestamps in the response. A client
 * that compares the two would otherwise find them months apart. With a running clock, Node writes the machine's time.
 */
export function tellDate(ctx: ParameterizedContext<Partial<RequestState>>): void {
  const {account, outcome} = ctx.state;
  const clock = (outcome?.before ?? account?.state)?.clock;
  if (clock?.mode === 'frozen') {
    ctx.set('Date', httpDate(clock));
  }
}
