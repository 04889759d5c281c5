import {
  type Clock,
  frozenClock,
  machineClock,
  moment,
  parseMoment,
  runningClock,
  setTo,
  timestamp,
} from '../accounts/clock.js';
import {body, oneOf, quote, text} from '../schema/fields.js';
import {Issues} from '../schema/issues.js';
import {adminOperation, type BodyOf, changeAll, visitInTurns} from './admin-operation.js';
import {move} from './duration.js';

export interface ClockStatus {
  readonly mode: 'frozen' | 'running';
  /** `<YYYY-MM-DDTHH:MM:SSZ>` */
  readonly now: string;
  /** The step by which each write advances a frozen clock, such as `PT1S`. */
  readonly tick: string | null;
}

export const describeClock = (clock: Clock): ClockStatus => ({
  mode: clock.mode,
  now: timestamp(clock),
  tick: clock.mode === 'frozen' && clock.tick > 0 ? `PT${clock.tick / 1000}S` : null,
});

const momentText = text.refine(value => parseMoment(value) !== undefined, {
  error: issue => `must be a moment, YYYY-MM-DDTHH:MM:SSZ, or a date, got ${quote(issue.input)}`,
});

const input = body({
  mode: oneOf(['frozen', 'running', 'machine']).optional(),
  now: momentText.optional(),
  advance: text.optional(),
  tick: text.nullable().optional(),
});

export type ClockBody = BodyOf<typeof input>;

/** Applies a body's fields in a fixed order: mode, time, advance, tick. */
function changed(clock: Clock, {mode, now, advance, tick}: ClockBody, issues: Issues): Clock {
  let next = inMode(clock, mode);
  if (now !== undefined) {
    next = setTo(next, parseMoment(now)!);
  }
  if (advance !== undefined) {
    const moved = move(moment(next), advance);
    if (moved === undefined) {
      issues.refuse('advance', `must be an ISO 8601 duration such as P1D or PT2H30M, got ${quote(advance)}`);
    } else {
      next = setTo(next, moved);
    }
  }
  return tick === undefined ? next : ticking(next, tick, issues);
}

function inMode(clock: Clock, mode: ClockBody['mode']): Clock {
  switch (mode) {
    case 'frozen':
      return clock.mode === 'frozen' ? clock : frozenClock(moment(clock));
    case 'running':
      return clock.mode === 'running' ? clock : runningClock(moment(clock));
    case 'machine':
      return machineClock;
    default:
      return clock;
  }
}

function ticking(clock: Clock, tick: string | null, issues: Issues): Clock {
  if (clock.mode !== 'frozen') {
    issues.refuse('tick', 'is for a frozen clock: send "mode": "frozen" with it');
    return clock;
  }
  const step = tick === null ? 0 : move(0, tick);
  if (step === undefined || step < 0) {
    issues.refuse('tick', `must be an ISO 8601 duration such as PT1S, or null, got ${quote(tick)}`);
    return clock;
  }
  if (step > 0 && step < 1) {
    issues.refuse('tick', `must be a millisecond (PT0.001S) or more, or null, got ${quote(tick)}`);
    return clock;
  }
  return frozenClock(clock.at, step);
}

export const showClock = adminOperation({
  id: 'showClock',
  method: 'GET',
  path: '/_sandbox/clock',
  summary: "The account's clock",
  handle: ({account}) => describeClock(account.clock),
});

export const setClock = adminOperation({
  id: 'setClock',
  method: 'PUT',
  path: '/_sandbox/clock',
  summary: 'Freeze the clock, let it run, set it, advance it, or make it tick with each write',
  body: input,
  takesAll: true,
  handle: async ({account, accounts, targets, isForAll, committed, body}) => {
    const change = (clock: Clock) => {
      const issues = Issues.none();
      const next = changed(clock, body, issues);
      issues.throwIfRefused();
      return next;
    };
    const checked = visitInTurns(targets, ({clock}) => change(clock)); // validate on every clock before changing any
    if (isForAll) {
      await checked; // a single account has been checked by now, and changes in the order of requests
    }
    await changeAll({targets, accounts}, each => each.setClock(change), committed);
    return describeClock(account.clock);
  },
});
