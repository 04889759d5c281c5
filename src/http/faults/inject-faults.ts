import type {Unanswered} from '../../exchanges/unanswered.js';
import {delayOf} from '../../faults/delay.js';
import type {FaultRules} from '../../faults/fault-rules.js';
import type {FaultKind} from '../../faults/rules/fault.js';
import {readBody} from '../api/read-body.js';
import {RequestInFlight, receive} from '../exchanges/request-in-flight.js';
import {type FaultContext, type FaultStep, silence} from './fault-context.js';
import type {Injected} from './injected.js';
import {RateWindows} from './rate-windows.js';
import {copyOf, pastOf} from './stand-in.js';
import type {Waiting} from './waiting.js';

/** What holds an answer up. */
const slow: ReadonlySet<FaultKind> = new Set(['hold', 'delay', 'dribble']);

/** What spoils the answer that there would be, so that there must be one. */
const spoiling: ReadonlySet<FaultKind> = new Set(['truncate', 'malformed']);

type Next = () => Promise<unknown>;

export interface InjectOptions {
  readonly faults: FaultRules;
  readonly waiting: Waiting;
  /** Told of each request that came in whole. */
  readonly unanswered: Unanswered;
}

/**
 * Decides by the rules of the account what is done to a request, and whether the service gets to see it. What the
 * answer becomes is `spoilReplies`' part, once there is one.
 * @param step that reaches the service
 */
export function injectFaults({faults, waiting, unanswered}: InjectOptions, step: FaultStep): FaultStep {
  const windows = new RateWindows();
  const decide = async (ctx: FaultContext, next: Next): Promise<void> => {
    if (faults.of(ctx.state.account).rules.length === 0) {
      await next();
      return;
    }
    const {match} = ctx.state;
    if (match.kind === 'operation' && match.operation.body !== undefined) {
      await readBody(ctx, async () => undefined); // one that cannot be read is refused, and no rule counts it
    }
    const {account} = ctx.state;
    faults.historyOf(account)?.begin(account);
    receive(ctx, unanswered); // it may be a while until it is answered
    const injected = injectedBy(ctx, faults, windows);
    await (injected === undefined ? next() : run(injected, ctx, next, waiting, faults)).finally(() =>
      faults.historyOf(account)?.record(account),
    );
  };
  return (ctx, next) => (faults.isArmed ? decide(ctx, async () => step(ctx, next)) : step(ctx, next));
}

function injectedBy(ctx: FaultContext, faults: FaultRules, windows: RateWindows): Injected | undefined {
  let seconds = 0;
  const {account, key} = ctx.state;
  const hit = faults.of(account).decide(new RequestInFlight(ctx), armed => {
    seconds = armed.rule.kind === 'rate_limited' ? windows.count(armed, account, key) : 0;
    return armed.rule.kind !== 'rate_limited' || seconds > 0;
  });
  return hit && {...hit, committed: false, isSilent: false, ...(seconds > 0 && {seconds})};
}

async function run(
  injected: Injected,
  ctx: FaultContext,
  next: Next,
  waiting: Waiting,
  faults: FaultRules,
): Promise<void> {
  const {kind, when} = injected.armed.rule;
  if (slow.has(kind)) {
    waiting.enter(ctx.res);
  }
  ctx.state.injected = injected;
  ctx.set('X-Sandbox-Fault', injected.armed.id);
  if (kind === 'delay') {
    await delay(injected, ctx, next, waiting);
  } else if (kind === 'stale_read') {
    ctx.state.standIn = pastOf(ctx.state.account, injected.armed.rule, faults.historyOf(ctx.state.account));
    await next();
  } else if (when === 'after-commit') {
    await commit(injected, ctx, next);
  } else if (spoiling.has(kind)) {
    ctx.state.standIn = copyOf(ctx.state.account, ctx.state.account.state);
    await next();
  }
}

/** Has the service do what is asked. A refusal of its own goes its way, and nothing is kept. */
async function commit(injected: Injected, ctx: FaultContext, next: Next): Promise<void> {
  await next();
  const {outcome} = ctx.state;
  injected.committed = ctx.method !== 'GET' && outcome !== undefined && outcome.refusal === undefined;
}

/** A client that leaves before the service was reached changed nothing; one that leaves behind that did. */
async function delay(injected: Injected, ctx: FaultContext, next: Next, waiting: Waiting): Promise<void> {
  const {armed, occurrence} = injected;
  const {fault, when} = armed.rule;
  const time = 'delay' in fault ? delayOf(fault.delay, salt => armed.chance(occurrence, salt)) : 0;
  if (when === 'before') {
    if ((await waiting.wait(time, ctx.res)) === 'left') {
      silence(ctx, injected);
      return;
    }
    await commit(injected, ctx, next);
    return;
  }
  try {
    await commit(injected, ctx, next);
  } finally {
    if ((await waiting.wait(time, ctx.res)) === 'left') {
      silence(ctx, injected);
    }
  }
}
