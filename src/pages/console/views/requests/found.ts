import type {Finding} from '../../../../findings/finding.js';
import {account} from '../../state/accounts.js';
import {ask} from '../../state/api.js';
import {arrivals} from '../../state/exchanges.js';
import {useLoaded} from '../../state/loaded.js';

export interface Found {
  readonly findings: readonly Finding[];
  /** The rules that were not exercised: no request matched them. */
  readonly not_exercised: readonly string[];
}

/** Mistakes of clients, reloaded as requests arrive. */
export function useFindings() {
  return useLoaded<Found>(signal => ask('GET', '/_sandbox/findings', {signal}), account.value, [arrivals.value]);
}

/** Findings of which this request is the first or latest case: other cases are only counted. */
export const findingsOf = (findings: readonly Finding[], seq: number): readonly Finding[] =>
  findings.filter(({first, last}) => [first, last].some(each => each.seq === seq && each.account === account.value));

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
