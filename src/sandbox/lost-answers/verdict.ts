import type {StateComparison} from '../../faults/lost-answers/compare-states.js';

export interface CommandEnd {
  /** The exit code; undefined if the run timed out. */
  readonly code?: number;
}

/**
 * `healed`: the final state is the same as without the fault. `reported`: the command failed and stored nothing wrong.
 * `not reached`: the command never repeated the request, so the outcome is unknown.
 */
export type Verdict = 'healed' | 'reported' | 'duplicated' | 'lost' | 'corrupt' | 'hung' | 'not reached';

/** Verdicts with which a build may pass. */
const good: ReadonlySet<Verdict> = new Set(['healed', 'reported']);

export const isGood = (verdict: Verdict): boolean => good.has(verdict);

/** @param wasHit true if the response was actually lost */
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
    return 'reported'; // a failed command need not have written the rest
  }
  return lost.length > 0 ? 'lost' : 'healed';
}
