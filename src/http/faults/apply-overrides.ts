import {isStatusIn} from '../../exchanges/pattern.js';
import type {TracedRequest} from '../../exchanges/trace/format.js';
import type {FaultRules} from '../../faults/fault-rules.js';
import {ArmedRule} from '../../faults/rule-set.js';
import {statusOf} from '../../faults/rules/override.js';
import type {Rule} from '../../faults/rules/read-rules.js';
import {requestOf} from '../exchanges/recorded-request.js';
import type {RequestContext} from '../request-state.js';
import {patchReply, sendReply} from './reply-parts.js';

/** Applies the matching overrides to an API response in order, each to the result of the previous one. */
export function applyOverrides(ctx: RequestContext, overrides: readonly ArmedRule[]): void {
  const {state, body, method, path} = ctx;
  const {surface = 'api'} = state;
  if (surface !== 'api' || method === 'OPTIONS' || !path.startsWith('/api/')) {
    return;
  }
  const applied: ArmedRule[] = [];
  for (const armed of overrides) {
    const {reply, patch} = armed.rule.fault;
    if (isFor(armed.rule, ctx) && (reply ? sendReply(ctx, reply) : patchReply(ctx, patch!))) {
      armed.hits += 1;
      applied.push(armed);
    }
  }
  if (applied.length > 0) {
    state.overrides = applied;
    const isReplaced = applied.some(({rule}) => rule.fault.reply !== undefined);
    state.unpatched = isReplaced ? null : {reply: typeof body === 'string' ? body : undefined};
    ctx.set('X-Sandbox-Override', applied.map(({id}) => id).join(', '));
  }
}

/** The overrides that a replay takes from the trace. */
export const tracedOverrides = ({overrides = []}: TracedRequest, faults: FaultRules): readonly ArmedRule[] =>
  overrides.map(({id, fault}) => new ArmedRule(faults.readOne({fault}, 'overrides'), id, 0, false));

function isFor({matches, override}: Rule, ctx: RequestContext): boolean {
  const status = override && statusOf(override);
  return (status === undefined || isStatusIn(ctx.status, status)) && matches(requestOf(ctx));
}
