import type {Finding} from '../../../../findings/finding.js';
import {account} from '../../state/accounts.js';
import {ask} from '../../state/api.js';
import {arrivals} from '../../state/exchanges.js';
import {useLoaded} from '../../state/loaded.js';

export interface Found {
  readonly findings: readonly Finding[];
  /** The rules that could find nothing, because what they need did not happen. */
  readonly not_exercised: readonly string[];
}

/** What clients got wrong, asked for again as requests come. */
export function useFindings() {
  return useLoaded<Found>(signal => ask('GET', '/_sandbox/findings', {signal}), account.value, [arrivals.value]);
}

/** Those that a request is the first or the latest of: others are counted, and not remembered. */
export const findingsOf = (findings: readonly Finding[], seq: number): readonly Finding[] =>
  findings.filter(({first, last}) => [first, last].some(each => each.seq === seq && each.account === account.value));

/** The worst level of each request, by its number. */
export function levelsBySeq(findings: readonly Finding[]): ReadonlyMap<number, string> {
  const worst = ['info', 'warn', 'error'];
  const levels = new Map<number, string>();
  for (const {first, last, level} of findings) {
    for (const {seq, account: name} of [first, last]) {
      if (name === account.value && worst.indexOf(level) > worst.indexOf(levels.get(seq) ?? '')) {
        levels.set(seq, level);
      }
    }
  }
  return levels;
}
