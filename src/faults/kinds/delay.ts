import {limits} from '../../limits.js';
import {type FaultKind, type FaultOf, pair, time} from '../fault-kind.js';

type DelayFault = FaultOf<'delay'>;

/** Standard deviations between the median and the 99th percentile. */
const p99 = 2.3263478740408408;

/** Draws a delay in milliseconds. @param chance draws a number from 0 to 1 that depends on the salt */
export function delayOf(delay: DelayFault['delay'], chance: (salt: number) => number): number {
  if (delay.fixed !== undefined) {
    return delay.fixed;
  }
  if (delay.uniform !== undefined) {
    const {min, max} = delay.uniform;
    return min + chance(1) * (max - min);
  }
  const {median, p99: slow} = delay.lognormal;
  const spread = Math.log(slow / median) / p99;
  return Math.min(limits.faultDelay, median * Math.exp(spread * normal(chance)));
}

/** The Box-Muller transform: a normal deviate from two uniform ones. */
const normal = (chance: (salt: number) => number): number =>
  Math.sqrt(-2 * Math.log(1 - chance(1))) * Math.cos(2 * Math.PI * chance(2));

function read(text: string): DelayFault | undefined {
  const fixed = time(text);
  const uniform = pair(text, '-', {min: time, max: time});
  const lognormal = pair(text, '~', {median: time, p99: time});
  if (fixed !== undefined) {
    return {delay: {fixed}};
  }
  if (uniform !== undefined) {
    return {delay: {uniform}};
  }
  return lognormal && {delay: {lognormal}};
}

export const delay: FaultKind<DelayFault> = {
  name: 'delay',
  fields: ({milliseconds, positive, choice, ascending}) => ({
    delay: choice({
      fixed: milliseconds,
      uniform: ascending('min', 'max', milliseconds),
      lognormal: ascending('median', 'p99', positive),
    }),
  }),
  argument: {form: 'a time such as 500ms or 2s, from-to such as 1s-3s, or median~p99 such as 50ms~2s', read},
  keepsResponse: true,
  isSlow: true,
  /** If the client disconnects before the service handles the request, nothing changes; later, the change is kept. */
  applyBefore: async ({delay}, call) => {
    const isOver = async () => (await call.wait(delayOf(delay, salt => call.chance(salt)))) !== 'left';
    if (call.when === 'before') {
      await ((await isOver()) ? call.serve() : call.silence());
      return;
    }
    try {
      await call.serve();
    } finally {
      if (!(await isOver())) {
        call.silence();
      }
    }
  },
  docs: {
    short: '`delay=2s`, `delay=1s-3s`, `delay=50ms~2s`',
    object: '`{"delay": {"fixed": 2000}}`, `{"uniform": {"min", "max"}}`, `{"lognormal": {"median", "p99"}}`',
    about: 'a late response. A client that leaves during `before` changed nothing; during `after-commit`, it did',
  },
  menu: [['delay', '2s', 'the answer, late']],
};
