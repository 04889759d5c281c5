import type {Middleware, ParameterizedContext} from 'koa';
import type {Accounts} from '../../accounts/accounts.js';
import {machineClock, moment, timestamp} from '../../accounts/clock.js';
import type {ExchangeBus} from '../../exchanges/bus.js';
import {type FindBrokenRules, type FullExchange, noIssues} from '../../exchanges/exchange.js';
import {keptHeaders, unreadKey, withoutKey} from '../../exchanges/redact.js';
import {nextTurn} from '../../store/chunked.js';
import {labelOf} from '../faults/apply-faults.js';
import {isLongBody} from '../read-body.js';
import type {Replaying, RequestState} from '../request-state.js';
import {jsonType} from '../send.js';
import type {UnreadableReply} from '../server.js';
import {
  clientOf,
  headerFactsOf,
  issuesWithoutKey,
  replayFactsOf,
  replyWithoutKey,
  requestWithoutKey,
} from './recorded-request.js';

const seqHeader = 'X-Sandbox-Request';

/** The response header for the ids of the rules that the request breaks, separated by commas. */
const findingsHeader = 'X-Sandbox-Findings';

interface Recording {
  readonly bus: ExchangeBus;
  readonly accounts: Accounts;
  readonly replaying?: Replaying | undefined;
  /** Adds both headers to responses. @returns the ids of the rules that a published exchange breaks */
  readonly findBrokenRules?: FindBrokenRules | undefined;
}

type Received = Pick<FullExchange, 'seq' | 'order' | 'account' | 'receivedAt' | 'ms'>;

const none = {};

/**
 * Publishes each request once its response is known. Without readers, it is only counted. Requests that are not for the
 * service have no number: reading requests must not change the numbers of others.
 */
export function recordExchanges({bus, accounts, findBrokenRules, replaying}: Recording): Middleware<RequestState> {
  const makeExchange = exchangeMaker(accounts);
  return async function publishExchange(ctx, next) {
    const {isRead} = bus;
    const receivedAt = isRead ? moment(machineClock) : 0;
    const start = isRead ? performance.now() : 0;
    const pending = bus.begin();
    const traced = replaying?.current;
    ctx.state.pending = pending;
    if (traced !== undefined) {
      Object.assign(ctx.state, {traced, origin: traced.address});
    }
    try {
      await next();
    } catch (error) {
      bus.end(pending);
      bus.unanswered.forget(ctx.state.received);
      throw error;
    }
    const isLong = isLongBody(ctx);
    if (isLong) {
      await nextTurn();
    }
    const shown = isRead ? requestWithoutKey(ctx) : undefined;
    if (isLong) {
      await nextTurn();
    }
    const state: Partial<RequestState> = ctx.state;
    const account = state.account?.name ?? null;
    const seq = (state.surface ?? 'api') === 'api' ? (traced?.seq ?? bus.count(account)) : 0;
    if (findBrokenRules !== undefined && seq > 0) {
      ctx.set(seqHeader, String(seq));
    }
    state.activeFault?.armed.addRequest(seq);
    bus.unanswered.complete(state.received, seq);
    bus.end(pending);
    if (shown !== undefined) {
      // An account may be dropped while it serves a request; a replay must find it.
      const isDropped = state.account !== undefined && !accounts.isCurrent(state.account);
      const order = (isDropped ? undefined : (state.place ?? state.outcome?.order)) ?? pending.place;
      const ms = performance.now() - start;
      const exchange = makeExchange(ctx, shown, {seq, order, account, receivedAt, ms});
      bus.publish(exchange);
      const found = findBrokenRules?.(exchange) ?? [];
      if (found.length > 0) {
        ctx.set(findingsHeader, found.map(({rule}) => rule).join(', '));
      }
    }
  };
}

/** Consecutive requests of a client have nearly the same headers, so a thousand exchanges share one copy. */
function exchangeMaker(accounts: Accounts) {
  let requestHeaders: FullExchange['requestHeaders'] = none;
  let client: FullExchange['client'] = none;
  let headerFacts: ReturnType<typeof headerFactsOf> = {headers: none};
  const connections = new WeakMap<object, number>();
  let latest = 0;
  const numberOf = (socket: object): number => {
    const known = connections.get(socket);
    if (known !== undefined) {
      return known;
    }
    latest += 1;
    connections.set(socket, latest);
    return latest;
  };
  return (
    ctx: ParameterizedContext<RequestState>,
    shown: ReturnType<typeof requestWithoutKey>,
    received: Received,
  ): FullExchange => {
    const {req, res, state} = ctx;
    const {match, surface = 'api', keyKind, outcome, activeFault, overrides}: Partial<RequestState> = state;
    const before = outcome?.before ?? state.found;
    const isSilent = activeFault?.isSilent === true || state.isBroken === true;
    const reply: unknown = isSilent ? undefined : (activeFault?.sent ?? ctx.body);
    const issues = outcome?.issues ?? noIssues;
    const kept = keptHeaders(req.headers, requestHeaders);
    if (kept !== requestHeaders) {
      requestHeaders = kept;
      client = clientOf(kept);
      headerFacts = headerFactsOf(ctx, kept);
    }
    return {
      seq: received.seq,
      order: received.order,
      account: received.account,
      receivedAt: received.receivedAt,
      ms: received.ms,
      at: outcome?.at ?? timestamp((before ?? accounts.baseline).clock),
      surface,
      key: keyKind,
      unreadKey: keyKind === undefined && res.statusCode === 401 ? unreadKeyOf(ctx) : undefined,
      client,
      connection: numberOf(req.socket),
      method: req.method ?? '',
      url: shown.url,
      params: shown.params,
      query: shown.query,
      body: shown.body,
      rawBody: shown.rawBody,
      operation: match?.kind === 'operation' ? match.operation : undefined,
      requestHeaders,
      issues: shown.hidesKey ? issuesWithoutKey(issues) : issues,
      status: isSilent ? 0 : res.statusCode,
      headers: isSilent ? none : res.getHeaders(),
      replayFacts: replayFactsOf(ctx, headerFacts),
      reply: typeof reply !== 'string' ? undefined : shown.hidesKey ? replyWithoutKey(reply) : reply,
      fault: activeFault && labelOf(activeFault),
      overrides: overrides?.map(({id}) => id),
      unpatched: state.unpatched,
      before,
      changedRows: outcome?.changedRows,
      // A request that was rejected before it was executed changed nothing, even if other requests did meanwhile.
      after: before && (outcome?.after ?? (surface === 'admin' ? state.account.state : before)),
    };
  };
}

function unreadKeyOf({req, query}: ParameterizedContext): string | undefined {
  const found = unreadKey(req.rawHeaders, Object.keys(query));
  return found && withoutKey(found); // a name may contain the key: `?access_token%3DK`
}

export const recordUnreadable =
  (bus: ExchangeBus, accounts: Accounts) =>
  ({status, body}: UnreadableReply): void => {
    bus.publish({
      seq: bus.count(null),
      order: bus.place,
      at: timestamp(accounts.baseline.clock),
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
    });
  };
