import {Readable} from 'node:stream';
import {isStatusIn} from '../../exchanges/pattern.js';
import type {TracedRequest} from '../../exchanges/trace/format.js';
import {jsonObject, type ReplySpec} from '../../faults/fault-kind.js';
import type {FaultRules} from '../../faults/fault-rules.js';
import {ArmedRule} from '../../faults/rule-set.js';
import {statusOf} from '../../faults/rules/override.js';
import type {Rule} from '../../faults/rules/read-rules.js';
import {longResponse} from '../../operations/replies/pieces.js';
import {amountsIn, LongReply} from '../../operations/replies/reply.js';
import {isObject} from '../../schema/items.js';
import {requestOf} from '../exchanges/recorded-request.js';
import type {RequestContext} from '../request-state.js';
import {jsonType, send, sendJson} from '../send.js';

/** Applies the matching overrides in order, each to the response of the one before, if the request is to the API. */
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

/** Headers that do not belong to the response of the service. */
const kept = /^(?:x-sandbox-|access-control-|connection$|date$|vary$)/;

export function sendReply(ctx: RequestContext, {status, headers = {}, body = ''}: ReplySpec): true {
  const {res, state} = ctx;
  for (const name of res.getHeaderNames().filter(name => !kept.test(name))) {
    ctx.remove(name);
  }
  ctx.status = status;
  const isText = typeof body === 'string';
  send(ctx, isText ? 'text/plain; charset=utf-8' : jsonType, isText ? body : JSON.stringify(body));
  ctx.set(headers as Record<string, string>);
  state.outcome &&= {...state.outcome, reply: undefined};
  return true;
}

/** @returns false if the response is no JSON object */
export function patchReply(ctx: RequestContext, patch: object): boolean {
  const {body, state} = ctx;
  const {match, outcome} = state;
  if (body instanceof Readable && outcome?.reply instanceof LongReply) {
    const reply = outcome.reply.map(value => mergePatch(value, patch) as object);
    state.outcome = {...outcome, reply};
    sendJson(ctx, longResponse(reply.pieces()));
    return true;
  }
  const value = typeof body === 'string' ? jsonObject(body) : undefined;
  if (value === undefined) {
    return false;
  }
  const amounts = match.kind === 'operation' ? amountsIn(match.operation.reply) : null;
  ctx.body = `${new LongReply(mergePatch(value, patch) as object, amounts)}`;
  return true;
}

/** RFC 7396. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) {
    return patch;
  }
  const merged = isObject(target) ? {...target} : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) {
      delete merged[name];
    } else {
      merged[name] = mergePatch(merged[name], value);
    }
  }
  return merged;
}
