import {STATUS_CODES} from 'node:http';
import {Account} from '../../accounts/account.js';
import type {AccountState} from '../../accounts/account-state.js';
import {moment} from '../../accounts/clock.js';
import {accountAsOf} from '../../admin/states/find-state.js';
import {ApiError, UnauthorizedError} from '../../errors.js';
import type {ExchangeBus} from '../../exchanges/bus.js';
import type {FaultLabel} from '../../exchanges/exchange.js';
import type {Journal} from '../../exchanges/journal/journal.js';
import type {ReplayFacts} from '../../exchanges/trace/format.js';
import type {FaultCall} from '../../faults/fault-kind.js';
import type {FaultRules} from '../../faults/fault-rules.js';
import {ArmedRule} from '../../faults/rule-set.js';
import {resetConnection} from '../../intercept/connection.js';
import {receive} from '../exchanges/recorded-request.js';
import {KeyWindows} from '../guard/rate-limit.js';
import {readBody} from '../read-body.js';
import {sendError} from '../report-errors.js';
import type {ActiveFault, Replaying, RequestContext, RequestStep} from '../request-state.js';
import {send} from '../send.js';
import {applyOverrides, tracedOverrides} from './apply-overrides.js';
import {breakOff, dribble, endConnection, halve, patchReply, sendReply, type Waiting} from './reply-parts.js';

type Next = () => Promise<unknown>;

export interface FaultOptions {
  readonly faults: FaultRules;
  readonly waiting: Waiting;
  readonly exchanges: ExchangeBus;
  readonly replaying?: Replaying | undefined;
}

const isOn = ({faults}: FaultOptions, {state: {traced}}: RequestContext): boolean =>
  faults.isArmed || traced?.fault !== undefined || traced?.overrides !== undefined;

/**
 * Selects the fault for a request from the account's rules, and applies the part that precedes or surrounds the
 * service. `applyFaultAfter` applies the part that changes the response.
 * @param step calls the service
 */
export function applyFaultBefore(options: FaultOptions | undefined, step: RequestStep): RequestStep {
  const apply = async (ctx: RequestContext, next: Next, options: FaultOptions): Promise<void> => {
    const {faults, exchanges} = options;
    const {account, match, traced} = ctx.state;
    const {rules} = faults.of(account);
    if (rules.length === 0 && traced?.fault === undefined) {
      await next();
      return;
    }
    if (match.kind === 'operation' && match.operation.body !== undefined) {
      await readBody(ctx); // an unreadable body is rejected, and no rule counts the request
    }
    const history = rules.some(({rule}) => rule.faultKind.needsHistory) ? faults.history : undefined;
    history?.begin(account);
    receive(ctx, exchanges.unanswered); // the response may be delayed
    const active = traced?.fault ? tracedFault(traced.fault, faults) : faultOf(ctx, faults);
    try {
      await (active === undefined ? next() : run(active, ctx, next, options));
    } finally {
      history?.record(account);
    }
  };
  return (ctx, next) =>
    options && isOn(options, ctx) ? apply(ctx, async () => step(ctx, next), options) : step(ctx, next);
}

/** The requests of each key, counted like `--rate-limit` does, separately for each rule. */
const windowsOf = new WeakMap<ArmedRule, KeyWindows>();

function faultOf(ctx: RequestContext, faults: FaultRules): ActiveFault | undefined {
  let seconds = 0;
  const {account, key} = ctx.state;
  const hit = faults.of(account).decide(ctx.state.received!, armed => {
    const {faultKind, fault} = armed.rule;
    if (armed.isOverAt(moment(account.clock))) {
      return false;
    }
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
  return hit && {...hit, committed: false, isSilent: false, seconds, behind: 0};
}

function tracedFault(
  {seconds = 0, behind = 0, ...rule}: NonNullable<ReplayFacts['fault']>,
  faults: FaultRules,
): ActiveFault {
  const armed = new ArmedRule(faults.readOne(rule, 'fault'), rule.id, 0, false);
  return {armed, occurrence: 1, committed: false, isSilent: false, seconds, behind};
}

/** A replay does not wait: a client without a response had disconnected. */
const waitingOf = ({waiting}: FaultOptions, {state: {traced}}: RequestContext): Pick<Waiting, 'enter' | 'wait'> =>
  traced === undefined ? waiting : {enter: () => undefined, wait: async () => (traced.status === 0 ? 'left' : 'over')};

/** The history for a replay, whose journal has every change. */
function tracedHistory(account: Account, {behind}: ActiveFault, journal: Journal): FaultCall['history'] {
  const changes = journal.of(account.name).entries.filter(({hasChanged}) => hasChanged);
  const change = behind === 0 ? undefined : changes.at(-behind);
  const past = () => change && accountAsOf(account, journal, `before:${change.seq}`, 'behind').state;
  return {beforeRequests: past, asOf: past};
}

async function run(active: ActiveFault, ctx: RequestContext, next: Next, options: FaultOptions): Promise<void> {
  const {faultKind, fault, when} = active.armed.rule;
  if (faultKind.isSlow) {
    ctx.state.isLost = true;
    waitingOf(options, ctx).enter(ctx.res);
    ctx.state.isLost = false;
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
 * Applies the overrides to the completed response, including an error response, and then the part of a fault that
 * changes it: a fault breaks the corrected response.
 * @param step surrounds all other middleware; a separate middleware would slow down requests without faults
 */
export function applyFaultAfter(options: FaultOptions | undefined, step: RequestStep): RequestStep {
  const apply = async (ctx: RequestContext, next: Next, options: FaultOptions): Promise<void> => {
    await step(ctx, next);
    const {state} = ctx;
    const {activeFault: active, traced} = state;
    const overrides = traced === undefined ? options.faults.overrides.rules : tracedOverrides(traced, options.faults);
    const isOfService = active === undefined || (active.armed.rule.faultKind.keepsResponse && !active.isSilent);
    if (overrides.length > 0 && isOfService) {
      applyOverrides(ctx, overrides);
    }
    const {shadowAccount, outcome, found} = state;
    if (active !== undefined && !active.isSilent) {
      const {faultKind, fault} = active.armed.rule;
      await faultKind.applyAfter?.(fault, faultCallOf(ctx, active, options, next));
      if (shadowAccount !== undefined && outcome !== undefined && found !== undefined) {
        state.outcome = {...outcome, before: found, after: found}; // only the shadow account has changed
      }
    }
  };
  return (ctx, next) => (options && isOn(options, ctx) ? apply(ctx, next, options) : step(ctx, next));
}

export const labelOf = ({armed: {id, rule}, committed}: ActiveFault): FaultLabel => ({
  id,
  kind: rule.kind,
  when: rule.when,
  committed,
});

/** The service's reason phrases. */
const titles: Readonly<Record<number, string>> = {...STATUS_CODES, 422: 'error saving object'};

/**
 * An account that serves the request instead of the real one and is discarded with all its changes. It shares the
 * trees, so its cost does not depend on its size.
 */
const shadowOf = ({name, schema, clock, settings}: Account, {records}: AccountState): Account =>
  new Account(name, schema, {records, clock}, undefined, undefined, settings);

/** The parts of a request that a fault can use. @param next calls the service */
function faultCallOf(ctx: RequestContext, active: ActiveFault, options: FaultOptions, next: Next): FaultCall {
  const {account} = ctx.state;
  const {armed, occurrence, seconds} = active;
  const {history} = options.faults;
  const journal = options.replaying?.journal;
  const waiting = waitingOf(options, ctx);
  return {
    account,
    history: journal === undefined ? history : tracedHistory(account, active, journal),
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
      active.behind ||= history.changesSince(account, state);
      ctx.state.found = account.state;
      ctx.state.place = options.exchanges.place;
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
        status === 401
          ? UnauthorizedError.of(ctx.state.keyKind?.scheme)
          : new ApiError(status, titles[status] ?? 'Error', description, headers),
      ),
    sendReply: reply => sendReply(ctx, reply),
    patchReply: patch => patchReply(ctx, patch),
    sendPage: (status, html, headers = {}) => {
      ctx.status = status;
      ctx.set({...headers});
      send(ctx, 'text/html; charset=utf-8', html);
    },
    titleOf: status => titles[status],
    breakOff: bytesOf => breakOff(ctx, bytesOf),
    halve: () => halve(ctx),
    dribble: (chunk, pause) => dribble(ctx, chunk, pause, waiting),
  };
}
