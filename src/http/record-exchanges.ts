import type {Middleware, ParameterizedContext} from 'koa';
import {machineClock, moment, timestamp} from '../accounts/clock.js';
import type {ExchangeBus} from '../exchanges/bus.js';
import {type ExchangeDraft, noIssues} from '../exchanges/exchange.js';
import {unreadKey} from '../exchanges/key-names.js';
import {keptHeaders, parametersWithoutKey, withoutKey} from '../exchanges/redact.js';
import {clientOf} from './exchanges/client-of.js';
import {labelOf} from './faults/injected.js';
import type {RequestState} from './request-state.js';
import {jsonType} from './send.js';
import type {UnreadableReply} from './server.js';

/** Publishes each request once its answer is known, whatever that is; where nobody reads, it is only counted. */
export function recordExchanges(bus: ExchangeBus): Middleware<RequestState> {
  return (ctx, next) => (bus.isRead ? record(ctx, next, bus) : count(ctx, next, bus));
}

async function count(ctx: ParameterizedContext<RequestState>, next: () => Promise<unknown>, bus: ExchangeBus) {
  try {
    await next();
    tell(ctx, bus.count(accountOf(ctx)));
  } finally {
    bus.unanswered.forget(ctx.state.received);
  }
}

async function record(
  ctx: ParameterizedContext<RequestState>,
  next: () => Promise<unknown>,
  bus: ExchangeBus,
): Promise<void> {
  const receivedAt = moment(machineClock);
  const start = performance.now();
  try {
    await next();
  } catch (error) {
    bus.unanswered.forget(ctx.state.received);
    throw error;
  }
  const account = accountOf(ctx);
  bus.unanswered.answered(ctx.state.received);
  tell(
    ctx,
    bus.publish(account, () => draftOf(ctx, account, receivedAt, performance.now() - start)),
  );
}

/** A rule knows the requests that it was done to. */
function tell({state}: {readonly state: Partial<RequestState>}, seq: number): void {
  state.injected?.armed.tell(seq);
}

const accountOf = ({state}: {readonly state: Partial<RequestState>}): string | null => state.account?.name ?? null;

function draftOf(
  ctx: ParameterizedContext<RequestState>,
  account: string | null,
  receivedAt: number,
  ms: number,
): ExchangeDraft {
  const {match, surface = 'api', keyKind, outcome, found, injected, ...state}: Partial<RequestState> = ctx.state;
  const {body, rawBody} = ctx.request as {readonly body?: unknown; readonly rawBody?: string | Buffer};
  const before = outcome?.before ?? found;
  const reply: unknown = injected?.isSilent ? undefined : (injected?.sent ?? ctx.body);
  return {
    at: timestamp(before?.clock ?? machineClock),
    receivedAt,
    account,
    surface,
    ...(keyKind ? {key: keyKind} : ctx.status === 401 && unreadKeyOf(ctx)),
    client: clientOf(ctx.req.headers),
    method: ctx.method,
    url: withoutKey(ctx.url),
    ...(match?.kind === 'operation' && {operation: match.operation}),
    params: match?.kind === 'operation' ? match.params : {},
    query: parametersWithoutKey(ctx.query),
    requestHeaders: keptHeaders(ctx.req.headers),
    ...(typeof rawBody === 'string' && {body, rawBody}), // the bytes of a snapshot are nobody's to read
    issues: outcome?.issues ?? noIssues,
    status: injected?.isSilent ? 0 : ctx.status,
    headers: injected?.isSilent ? {} : ctx.response.headers,
    ...(typeof reply === 'string' && {reply}),
    ms,
    ...(injected && {fault: labelOf(injected)}),
    ...(before && {before, after: outcome?.after ?? state.account!.state}),
  };
}

function unreadKeyOf({req, query}: ParameterizedContext): Pick<ExchangeDraft, 'unreadKey'> {
  const found = unreadKey(req.rawHeaders, Object.keys(query));
  return found === undefined ? {} : {unreadKey: found};
}

/** Publishes what was not even HTTP. */
export const recordUnreadable =
  (bus: ExchangeBus) =>
  ({status, body}: UnreadableReply): void => {
    bus.publish(null, () => ({
      at: timestamp(machineClock),
      receivedAt: moment(machineClock),
      account: null,
      surface: 'api',
      client: {},
      method: '',
      url: '',
      params: {},
      query: {},
      requestHeaders: {},
      issues: noIssues,
      status,
      headers: {'content-type': jsonType},
      reply: body,
      ms: 0,
    }));
  };
