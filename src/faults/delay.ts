import {type Delay, longestDelay} from './rules/fault.js';

/** How many standard deviations the 99th percentile is above the median. */
const p99 = 2.3263478740408408;

/**
 * How long to wait, in milliseconds.
 * @param chance draws a number from 0 to 1, another for another salt
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
  return Math.min(longestDelay, median * Math.exp(spread * normal(chance)));
}

/** Box and Muller: a normal deviate of two uniform ones. */
const normal = (chance: (salt: number) => number): number =>
  Math.sqrt(-2 * Math.log(1 - chance(1))) * Math.cos(2 * Math.PI * chance(2));
