import {STATUS_CODES} from 'node:http';
import {Account} from '../../accounts/account.js';
import type {AccountState} from '../../accounts/account-state.js';
import {ApiError, UnauthorizedError} from '../../errors.js';
import type {FaultLabel} from '../../exchanges/exchange.js';
import type {FaultCall} from '../../faults/fault-kind.js';
import type {FaultRules} from '../../faults/fault-rules.js';
import {resetConnection} from '../../intercept/connection.js';
import {sendError} from '../report-errors.js';
import type {ActiveFault, RequestContext} from '../request-state.js';
import {send} from '../send.js';
import {cutShort, dribbled, endConnection, halve} from './reply-parts.js';
import type {Waiting} from './waiting.js';

export const labelOf = ({armed: {id, rule}, committed}: ActiveFault): FaultLabel => ({
  id,
  kind: rule.kind,
  when: rule.when,
  committed,
});

/** The service's reason phrases. */
const titles: Readonly<Record<number, string>> = {...STATUS_CODES, 422: 'error saving object'};

/**
 * An account that responds in place of the real one and is discarded with all its changes. The copy shares the trees,
 * so it costs nothing at any size.
 */
const shadowOf = ({name, schema, clock, settings}: Account, {records}: AccountState): Account =>
  new Account(name, schema, {records, clock}, undefined, undefined, settings);

const unauthorized = ({state}: RequestContext) =>
  state.keyKind?.scheme === 'basic' ? UnauthorizedError.basic() : UnauthorizedError.token();

/** The parts of a request that a fault can use. `next` calls the service. */
export function faultCallOf(
  ctx: RequestContext,
  active: ActiveFault,
  {faults, waiting}: {readonly faults: FaultRules; readonly waiting: Waiting},
  next: () => Promise<unknown>,
): FaultCall {
  const {account} = ctx.state;
  const {armed, occurrence, seconds} = active;
  return {
    account,
    history: faults.historyOf(account),
    when: armed.rule.when,
    seconds,
    chance: salt => armed.chance(occurrence, salt),
    wait: milliseconds => waiting.wait(milliseconds, ctx.res),
    serve: async () => {
      await next();
      const {outcome} = ctx.state;
      active.committed = ctx.method !== 'GET' && outcome !== undefined && outcome.refusal === undefined;
    },
    serveFrom: async state => {
      ctx.state.shadowAccount = shadowOf(account, state);
      await next();
    },
    silence: () => {
      active.isSilent = true;
      ctx.respond = false;
    },
    resetConnection: () => resetConnection(ctx.req.socket),
    endConnection: () => endConnection(ctx),
    sendError: error => sendError(ctx, error),
    sendStatus: (status, description, headers) =>
      sendError(
        ctx,
        status === 401 ? unauthorized(ctx) : new ApiError(status, titles[status] ?? 'Error', description, headers),
      ),
    sendPage: (status, html, headers = {}) => {
      ctx.status = status;
      ctx.set({...headers});
      send(ctx, 'text/html; charset=utf-8', html);
    },
    titleOf: status => titles[status],
    breakOff: bytesOf => cutShort(ctx, bytesOf),
    halve: () => halve(ctx),
    dribble: (chunk, pause) => dribbled(ctx, chunk, pause, waiting),
  };
}
