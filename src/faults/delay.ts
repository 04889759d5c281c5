import {limits} from '../limits.js';

/** Milliseconds. */
export type Delay =
  | {readonly fixed: number}
  | {readonly uniform: {readonly min: number; readonly max: number}}
  | {readonly lognormal: {readonly median: number; readonly p99: number}};

/** Standard deviations between the median and the 99th percentile. */
const p99 = 2.3263478740408408;

/**
 * Draws a delay in milliseconds.
 * @param chance draws a number from 0 to 1 that depends on the salt
 */
export function delayOf(delay: Delay, chance: (salt: number) => number): number {
  if ('fixed' in delay) {
    return delay.fixed;
  }
  if ('uniform' in delay) {
    const {min, max} = delay.uniform;
    return min + chance(1) * (max - min);
  }
  const {median, p99: slow} = delay.lognormal;
  const spread = Math.log(slow / median) / p99;
  return Math.min(limits.faultDelay, median * Math.exp(spread * normal(chance)));
}

/** The Box-Muller transform makes a normal deviate from two uniform ones. */
const normal = (chance: (salt: number) => number): number =>
  Math.sqrt(-2 * Math.log(1 - chance(1))) * Math.cos(2 * Math.PI * chance(2));
