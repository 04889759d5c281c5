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
import {body, must, oneOf, quote, text} from '../schema/fields.js';
import {Issues} from '../schema/issues.js';
import {adminOperation, type BodyOf, changeAll, visitInTurns} from './admin-operation.js';

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

const momentText = text.refine(
  value => parseMoment(value) !== undefined,
  must('a moment, YYYY-MM-DDTHH:MM:SSZ, or a date'),
);

const input = body({
  mode: oneOf(['frozen', 'running', 'machine']).optional(),
  now: momentText.optional(),
  advance: text.optional(),
  tick: text.nullable().optional(),
});

export type ClockBody = BodyOf<typeof input>;

const durationText = 'be an ISO 8601 duration such as P1D or PT2H30M';

/** Applies a body's fields in a fixed order: mode, time, advance, tick. */
function changed(clock: Clock, {mode, now, advance, tick}: ClockBody, issues: Issues): Clock {
  let next = inMode(clock, mode);
  if (now !== undefined) {
    next = setTo(next, parseMoment(now)!);
  }
  if (advance !== undefined) {
    const moved = move(moment(next), advance);
    if (moved === undefined) {
      const wanted = read(advance) === undefined ? durationText : 'lead to a moment in the years 0 to 9999';
      issues.refuse('advance', `must ${wanted}, got ${quote(advance)}`);
    } else {
      next = setTo(next, moved);
    }
  }
  return tick === undefined ? next : ticking(next, tick, issues);
}

function inMode(clock: Clock, mode: ClockBody['mode']): Clock {
  if (mode === 'machine') {
    return machineClock;
  }
  if (mode === undefined || mode === clock.mode) {
    return clock;
  }
  return mode === 'frozen' ? frozenClock(moment(clock)) : runningClock(moment(clock));
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
  summary: "Get the account's clock",
  handle: ({account}) => describeClock(account.clock),
});

export const setClock = adminOperation({
  id: 'setClock',
  method: 'PUT',
  path: '/_sandbox/clock',
  summary: 'Freeze, run, set or advance the clock, or let each write advance it',
  body: input,
  takesAll: true,
  handle: async ({account, accounts, targets, isForAll, committed, body}) => {
    const change = (clock: Clock) => {
      const issues = Issues.none();
      const next = changed(clock, body, issues);
      issues.throwIfRefused();
      return next;
    };
    if (isForAll) {
      await visitInTurns(targets, ({clock}) => change(clock)); // validates with every clock before any change
    }
    await changeAll({targets, accounts}, each => each.setClock(change), committed);
    return describeClock(account.clock);
  },
});

/** Characters. The maximum length of a duration with every part. */
const maxLength = 150;

const amountForm = /^-?\d{1,15}(?:[.,]\d{1,9})?$/;
const unitsInOrder = /^Y?M?W?D?(?:T(?=.)H?M?S?)?$/;

/** Parses the amounts of `-P1Y2M3W4DT5H6M7S` by unit. Units of time begin with T. */
function read(duration: string): Readonly<Record<string, number>> | undefined {
  const [start, ...parts] = duration.length > maxLength ? [] : duration.replace('-P', 'P').split(/(?<=[A-Z])/);
  const isDuration =
    start === 'P' &&
    parts.length > 0 &&
    unitsInOrder.test(parts.map(part => part.at(-1)).join('')) &&
    parts.every(part => part === 'T' || amountForm.test(part.slice(0, -1)));
  const time = parts.indexOf('T');
  const amounts = parts.map((part, index) => [
    `${time !== -1 && index > time ? 'T' : ''}${part.at(-1)}`,
    Number(part.slice(0, -1).replace(',', '.')),
  ]);
  return isDuration ? Object.fromEntries(amounts) : undefined;
}

/**
 * Adds an ISO 8601 duration to a time. Months and years follow the calendar in UTC; a day that the month lacks becomes
 * its last day.
 * @param moment milliseconds since 1970
 * @returns undefined if the text is not a duration, or the result is outside the years 0 to 9999
 */
export function move(moment: number, duration: string): number | undefined {
  const amounts = read(duration);
  if (amounts === undefined) {
    return undefined;
  }
  const amount = (unit: string) => amounts[unit] ?? 0;
  const sign = duration.startsWith('-') ? -1 : 1;
  const date = new Date(moment);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + sign * Math.round(amount('Y') * 12 + amount('M')));
  date.setUTCDate(Math.min(day, daysInMonth(date)));
  const minutes = ((amount('W') * 7 + amount('D')) * 24 + amount('TH')) * 60 + amount('TM');
  const moved = date.getTime() + sign * (minutes * 60 + amount('TS')) * 1000;
  return isShowable(moved) ? moved : undefined;
}

const [firstMoment, lastMoment] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59Z')];

const isShowable = (moment: number): boolean => moment >= firstMoment && moment <= lastMoment;

const daysInMonth = (date: Date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
