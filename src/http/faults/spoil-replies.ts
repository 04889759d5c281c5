import type {FaultRules} from '../../faults/fault-rules.js';
import type {FaultKind} from '../../faults/rules/fault.js';
import {cutShort, halve} from './cut-short.js';
import {dribbled} from './dribbled.js';
import {closeEmpty, hold, reset} from './end-connection.js';
import type {FaultContext, FaultStep} from './fault-context.js';
import type {Injected} from './injected.js';
import {answerWithPage, answerWithStatus, limitReached} from './injected-replies.js';
import type {Waiting} from './waiting.js';

type Spoil = (ctx: FaultContext, injected: Injected, waiting: Waiting) => void | Promise<void>;

const untouched: Spoil = () => undefined;

/** What each kind makes of the answer. */
const spoils: Readonly<Record<FaultKind, Spoil>> = {
  status: answerWithStatus,
  rate_limited: limitReached,
  wrong_type: answerWithPage,
  reset,
  empty: closeEmpty,
  hold,
  truncate: cutShort,
  malformed: halve,
  dribble: dribbled,
  delay: untouched, // waited before or behind the service
  stale_read: untouched,
};

/**
 * Does to an answer what a rule says, once it is whole: whatever it is, a refusal included.
 * @param step that everything else happens in. A step of its own would cost a request that no rule is for
 */
export function spoilReplies(faults: FaultRules, waiting: Waiting, step: FaultStep): FaultStep {
  const spoil = async (ctx: FaultContext, next: () => Promise<unknown>): Promise<void> => {
    await step(ctx, next);
    const {injected} = ctx.state;
    if (injected !== undefined && !injected.isSilent) {
      await spoils[injected.armed.rule.kind](ctx, injected, waiting);
      forgetStandIn(ctx);
    }
  };
  return (ctx, next) => (faults.isArmed ? spoil(ctx, next) : step(ctx, next));
}

/** What a stand-in was made to hold is nothing that the account held. */
function forgetStandIn({state}: FaultContext): void {
  if (state.standIn !== undefined && state.outcome !== undefined && state.found !== undefined) {
    state.outcome = {...state.outcome, before: state.found, after: state.found};
  }
}
