import type {Middleware, ParameterizedContext} from 'koa';
import {machineClock, moment, timestamp} from '../../accounts/clock.js';
import type {ExchangeBus} from '../../exchanges/bus.js';
import {type FullExchange, noIssues} from '../../exchanges/exchange.js';
import {nextTurn} from '../../store/chunked.js';
import {isLongBody} from '../read-body.js';
import type {RequestState} from '../request-state.js';
import {jsonType} from '../send.js';
import type {UnreadableReply} from '../server.js';
import {ExchangeMaker} from './exchange-maker.js';
import {type RedactedRequest, requestWithoutKey} from './request-without-key.js';

/** The header that tells the number of a request's exchange. */
const seqHeader = 'X-Sandbox-Request';

/** The header that tells by which rules a request is wrong: their ids, separated by commas. */
const findingsHeader = 'X-Sandbox-Findings';

interface Recording {
  readonly bus: ExchangeBus;
  /**
   * Has replies tell the number of their exchange, and what is wrong with it.
   * @param exchange that was read by all just now
   * @returns the ids of rules
   */
  readonly tellFindings?: ((exchange: FullExchange) => readonly string[]) | undefined;
}

/**
 * Publishes each request once its answer is known, whatever that is; where nobody reads, it is only counted. What is not
 * of the service's interface has no number: to look at requests must not change those of others.
 */
export function recordExchanges({bus, tellFindings}: Recording): Middleware<RequestState> {
  const maker = new ExchangeMaker();
  const number = (ctx: ParameterizedContext<RequestState>) => {
    const seq = isOfService(ctx.state) ? bus.count(accountOf(ctx)) : 0;
    if (tellFindings !== undefined && seq > 0) {
      ctx.set(seqHeader, String(seq));
    }
    return seq;
  };
  return function publishExchange(ctx, next) {
    const {isRead} = bus;
    const receivedAt = isRead ? moment(machineClock) : 0;
    const start = performance.now();
    const publish = (shown: RedactedRequest | undefined) => {
      const seq = number(ctx);
      ctx.state.activeFault?.armed.tell(seq); // a rule knows the requests that it was done to
      bus.unanswered.answered(ctx.state.received, seq);
      if (shown !== undefined) {
        const order = ctx.state.outcome?.order ?? bus.nextOrder();
        const ms = performance.now() - start;
        const exchange = maker.make(ctx, shown, {seq, order, account: accountOf(ctx), receivedAt, ms});
        bus.publish(exchange);
        const found = tellFindings?.(exchange) ?? [];
        if (found.length > 0) {
          ctx.set(findingsHeader, found.join(', '));
        }
      }
    };
    return next().then(
      () => {
        const redact = () => (isRead ? requestWithoutKey(ctx) : undefined);
        return isLongBody(ctx)
          ? nextTurn()
              .then(redact)
              .then(shown => nextTurn().then(() => publish(shown)))
          : publish(redact());
      },
      error => {
        bus.unanswered.forget(ctx.state.received);
        throw error;
      },
    );
  };
}

const isOfService = ({surface = 'api'}: Partial<RequestState>): boolean => surface === 'api';

const accountOf = ({state}: ParameterizedContext<RequestState>): string | null =>
  (state as Partial<RequestState>).account?.name ?? null;

/** Publishes what was not even HTTP. */
export const recordUnreadable =
  (bus: ExchangeBus) =>
  ({status, body}: UnreadableReply): void => {
    bus.publish({
      seq: bus.count(null),
      order: bus.nextOrder(),
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
    });
  };
