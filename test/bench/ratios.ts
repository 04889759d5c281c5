import {median} from './figures.js';
import type {Round} from './load/rounds.js';

/**
 * How many times as fast one is as another: by requests/s, and by the server's CPU time per request, which the
 * client's share of the machine does not change. Rounds are compared with those that were played beside them.
 */
export function ratios(ours: readonly Round[], others: readonly Round[]) {
  const pairs = ours.map((round, index) => [round, others[index]!] as const);
  return {
    'by requests/s': median(pairs.map(([our, other]) => our.requestsPerSecond / other.requestsPerSecond)),
    'by server CPU': median(pairs.map(([our, other]) => other.serverCpu / our.serverCpu)),
  };
}
