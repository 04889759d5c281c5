import {median} from './figures.js';
import type {Round} from './load/rounds.js';

/**
 * Returns the relative speed of two servers by requests/s, and by the server's CPU time per request, which does not
 * depend on the client's share of the machine. Each round is compared with the adjacent round of the other server.
 */
export function ratios(ours: readonly Round[], theirs: readonly Round[]) {
  const pairs = ours.map((round, index) => [round, theirs[index]!] as const);
  return {
    'by requests/s': median(pairs.map(([our, other]) => our.requestsPerSecond / other.requestsPerSecond)),
    'by server CPU': median(pairs.map(([our, other]) => other.serverCpu / our.serverCpu)),
  };
}
