import type {StateComparison} from '../../faults/lost-answers/compare-states.js';

/** How a command ended. */
export interface CommandEnd {
  /** Its exit code; undefined where it was ended because it took too long. */
  readonly code?: number;
}

/**
 * What became of one lost answer. `healed`: all is as without it. `reported`: the command failed, and nothing wrong was
 * kept. `not reached`: the command never sent that request again, so that nothing is known.
 */
export type Verdict = 'healed' | 'reported' | 'duplicated' | 'lost' | 'corrupt' | 'hung' | 'not reached';

/** Those that a build may pass with. */
const good: ReadonlySet<Verdict> = new Set(['healed', 'reported']);

export const isGood = (verdict: Verdict): boolean => good.has(verdict);

/** What a run with one lost answer comes to. @param wasHit whether the answer was lost at all */
export function verdictOf({code}: CommandEnd, {duplicated, lost, corrupt}: StateComparison, wasHit: boolean): Verdict {
  if (code === undefined) {
    return 'hung';
  }
  if (!wasHit) {
    return 'not reached';
  }
  if (corrupt.length > 0) {
    return 'corrupt';
  }
  if (duplicated.length > 0) {
    return 'duplicated';
  }
  if (code !== 0) {
    return 'reported'; // what is missing behind it was never promised
  }
  return lost.length > 0 ? 'lost' : 'healed';
}
