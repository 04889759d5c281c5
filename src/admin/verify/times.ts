import * as z from 'zod';
import type {Times} from '../../exchanges/expectation/count.js';
import {quote} from '../../schema/fields.js';

/** An account stores at most this many exchanges. */
const most = 1000;

const count = z.int().min(0).max(most);
const range = z.strictObject({min: count.optional(), max: count.optional()});

const isTimes = (value: unknown): boolean => {
  if (count.safeParse(value).success) {
    return true;
  }
  const {data} = range.safeParse(value);
  return data !== undefined && (data.min ?? 0) <= (data.max ?? most);
};

/** 3 means exactly three times, 0 never. */
export const timesForm = z.custom<number | {readonly min?: number; readonly max?: number}>(isTimes, {
  error: ({input}) => `must be an integer from 0 to ${most}, or {"min", "max"} of such, got ${quote(input)}`,
});

/** Defaults to at least once. */
export function timesOf(sent: z.infer<typeof timesForm> | undefined): Times {
  if (typeof sent === 'number') {
    return {min: sent, max: sent};
  }
  return {min: sent === undefined ? 1 : (sent.min ?? 0), max: sent?.max ?? Number.POSITIVE_INFINITY};
}

/** `never`, `once`, `3 times`, `at least once`, `2 to 4 times`, `at most 4 times` */
export function describeTimes({min, max}: Times): string {
  const times = (count: number) => (count === 1 ? 'once' : `${count} times`);
  if (max === 0) {
    return 'never';
  }
  if (min === max) {
    return `exactly ${times(min)}`;
  }
  if (max === Number.POSITIVE_INFINITY) {
    return `at least ${times(min)}`;
  }
  return min === 0 ? `at most ${times(max)}` : `${min} to ${max} times`;
}
