import type {Middleware} from 'koa';
import {tooManyRequests} from '../../errors.js';
import type {RequestState} from '../request-state.js';
import {KeyWindows} from './key-windows.js';

/** Milliseconds. Five minutes. */
const span = 5 * 60 * 1000;

/** @param most requests per key in any five minutes */
export function limitRate(most: number): Middleware<RequestState> {
  const windows = new KeyWindows(most, span);
  return ({state: {account, key}}, next) => {
    const seconds = windows.count(account, key);
    if (seconds > 0) {
      throw tooManyRequests(
        `This key may make ${most} requests in any five minutes; by the account's clock it may make the next one in ${seconds} s`,
        seconds,
      );
    }
    return next();
  };
}
