import type {Unanswered} from '../../exchanges/unanswered.js';
import type {ArmedRule} from '../../faults/armed-rule.js';
import type {FaultRules} from '../../faults/fault-rules.js';
import {RequestInFlight, receive} from '../exchanges/request-in-flight.js';
import {KeyWindows} from '../guard/rate-limit.js';
import {readBody} from '../read-body.js';
import type {ActiveFault, RequestContext, RequestStep} from '../request-state.js';
import {faultCallOf} from './fault-call.js';
import type {Waiting} from './waiting.js';

type Next = () => Promise<unknown>;

export interface FaultOptions {
  readonly faults: FaultRules;
  readonly waiting: Waiting;
  readonly unanswered: Unanswered;
}

/**
 * Selects the fault for a request from the account's rules, and applies the part that precedes or surrounds the
 * service. `applyFaultAfter` applies the part that changes the response.
 * @param step calls the service
 */
export function applyFaultBefore(options: FaultOptions, step: RequestStep): RequestStep {
  const {faults, unanswered} = options;
  const apply = async (ctx: RequestContext, next: Next): Promise<void> => {
    const {account, match} = ctx.state;
    if (faults.of(account).rules.length === 0) {
      await next();
      return;
    }
    if (match.kind === 'operation' && match.operation.body !== undefined) {
      await readBody(ctx, async () => undefined); // an unreadable body is rejected, and no rule counts the request
    }
    faults.historyOf(account)?.begin(account);
    receive(ctx, unanswered); // the response may be late
    const active = faultOf(ctx, faults);
    await (active === undefined ? next() : run(active, ctx, next, options)).finally(() =>
      faults.historyOf(account)?.record(account),
    );
  };
  return (ctx, next) => (faults.isArmed ? apply(ctx, async () => step(ctx, next)) : step(ctx, next));
}

/** The requests of each key, counted as `--rate-limit` does, separately for each rule. */
const windowsOf = new WeakMap<ArmedRule, KeyWindows>();

function faultOf(ctx: RequestContext, faults: FaultRules): ActiveFault | undefined {
  let seconds = 0;
  const {account, key} = ctx.state;
  const hit = faults.of(account).decide(new RequestInFlight(ctx), armed => {
    const {faultKind, fault} = armed.rule;
    const limit = faultKind.limit?.(fault);
    if (limit === undefined) {
      seconds = 0;
      return true;
    }
    const windows = windowsOf.get(armed) ?? new KeyWindows(limit.n, limit.window);
    windowsOf.set(armed, windows);
    seconds = windows.count(account, key);
    return seconds > 0;
  });
  return hit && {...hit, committed: false, isSilent: false, seconds};
}

async function run(active: ActiveFault, ctx: RequestContext, next: Next, options: FaultOptions): Promise<void> {
  const {faultKind, fault, when} = active.armed.rule;
  if (faultKind.isSlow) {
    options.waiting.enter(ctx.res);
  }
  ctx.state.activeFault = active;
  ctx.set('X-Sandbox-Fault', active.armed.id);
  const call = faultCallOf(ctx, active, options, next);
  if (faultKind.applyBefore !== undefined) {
    await faultKind.applyBefore(fault, call);
  } else if (when === 'after-commit') {
    await call.serve();
  }
}

/**
 * Applies the part of a fault that changes the completed response, including an error response.
 * @param step surrounds all other middleware; a separate middleware would slow down requests without faults
 */
export function applyFaultAfter(options: FaultOptions, step: RequestStep): RequestStep {
  const apply = async (ctx: RequestContext, next: Next): Promise<void> => {
    await step(ctx, next);
    const {activeFault: active} = ctx.state;
    if (active !== undefined && !active.isSilent) {
      const {faultKind, fault} = active.armed.rule;
      await faultKind.applyAfter?.(fault, faultCallOf(ctx, active, options, next));
      forgetShadow(ctx);
    }
  };
  return (ctx, next) => (options.faults.isArmed ? apply(ctx, next) : step(ctx, next));
}

/** The exchange must not show changes that only a shadow account had. */
function forgetShadow({state}: RequestContext): void {
  if (state.shadowAccount !== undefined && state.outcome !== undefined && state.found !== undefined) {
    state.outcome = {...state.outcome, before: state.found, after: state.found};
  }
}
