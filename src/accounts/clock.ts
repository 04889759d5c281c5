/**
 * The source of time: only this file reads the machine's clock. Each account has its own clock. A clock is an immutable
 * value; an account changes its clock by replacing it.
 */
export type Clock =
  | {
      readonly mode: 'frozen';
      /** Milliseconds since 1970. */
      readonly at: number;
      /** Milliseconds that each write advances the clock. */
      readonly tick: number;
    }
  | {
      readonly mode: 'running';
      readonly ahead: number;
    };

/** The last moment with a four-digit year; every clock stops there. */
const lastMoment = Date.parse('9999-12-31T23:59:59Z');

export const machineClock: Clock = {mode: 'running', ahead: 0};

/**
 * A clock that only the tick of each write advances. Clocks are set to whole milliseconds: no date format shows
 * fractions of one, so a fraction would be lost in a file.
 * @param at milliseconds since 1970
 */
export const frozenClock = (at: number, tick = 0): Clock => ({mode: 'frozen', at: whole(at), tick: whole(tick)});

export const runningClock = (from: number): Clock => ({mode: 'running', ahead: whole(from) - Date.now()});

/** Avoids -0, which files cannot distinguish from 0. */
const whole = (milliseconds: number) => Math.round(milliseconds) + 0;

/** @returns milliseconds since 1970 */
export const moment = (clock: Clock): number =>
  Math.min(lastMoment, clock.mode === 'frozen' ? clock.at : Date.now() + clock.ahead);

/** Sets a clock to another moment in the same mode. */
export const setTo = (clock: Clock, to: number): Clock =>
  clock.mode === 'frozen' ? frozenClock(to, clock.tick) : runningClock(to);

export const afterWrite = (clock: Clock): Clock =>
  clock.mode === 'frozen' && clock.tick > 0 ? {...clock, at: Math.min(lastMoment, clock.at + clock.tick)} : clock;

/** Caches the latest text: most timestamps are in the same second as the one before. */
function oncePerSecond(write: (milliseconds: number) => string): (clock: Clock) => string {
  let last = Number.NaN;
  let text = '';
  return clock => {
    const second = Math.floor(moment(clock) / 1000);
    if (second !== last) {
      last = second;
      text = write(second * 1000);
    }
    return text;
  };
}

export const formatTimestamp = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

/** Timestamp in the wire format, without fractions: `<YYYY-MM-DDTHH:MM:SSZ>`. */
export const timestamp = oncePerSecond(formatTimestamp);

/** Timestamp in the HTTP format: `Thu, 01 Jan 2026 00:00:00 GMT`. */
export const httpDate = oncePerSecond(milliseconds => new Date(milliseconds).toUTCString());

const momentForm = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z)?$/;

/**
 * Milliseconds since 1970 of `YYYY-MM-DDTHH:MM:SSZ`, or of the first second of `YYYY-MM-DD`; undefined for any other
 * text and for a day or hour that does not exist.
 */
export function parseMoment(text: string): number | undefined {
  const day = momentForm.exec(text)?.[1];
  const milliseconds = Date.parse(text);
  // `Date.parse` reads February 30 as March 2.
  return day === undefined || Number.isNaN(milliseconds) || !formatTimestamp(Date.parse(day)).startsWith(day)
    ? undefined
    : milliseconds;
}
