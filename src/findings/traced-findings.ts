import type {TracedFinding} from '../exchanges/trace/format.js';
import type {Inspector} from './inspector.js';

const most = 500;

/** Depends on the machine's speed, and equal runs write equal traces. */
const timed = 'over-the-limit';

/** The findings of a run for the end of its trace, without the values sent; undefined if all rules are off. */
export function tracedFindings(inspector: Inspector): TracedFinding[] | undefined {
  if (!inspector.isOn) {
    return undefined;
  }
  const findings = inspector.report().findings.filter(({rule}) => rule !== timed);
  return findings.slice(0, most).map(({rule, level, operation, message, caller, fingerprint}) => ({
    ...{rule, level, operation, message},
    caller: [...caller],
    fingerprint,
  }));
}
