/**
 * Where time comes from: the only file that asks the machine for it. Each account has a clock of its own. A clock is a
 * value; changing it means giving the account another one.
 */
export type Clock =
  | {
      readonly mode: 'frozen';
      /** Milliseconds since 1970. */
      readonly at: number;
      /** How far each write moves it, in milliseconds. */
      readonly tick: number;
    }
  | {
      readonly mode: 'running';
      /** How far it is ahead of the machine's time, in milliseconds. */
      readonly ahead: number;
    };

/** The last moment that a timestamp with a year of four digits can show: every clock stops there. */
const lastMoment = Date.parse('9999-12-31T23:59:59Z');

/** The machine's own time. */
export const machineClock: Clock = {mode: 'running', ahead: 0};

/**
 * A clock that stands still, but for the tick of each write. Milliseconds are whole wherever a clock is set: no date
 * shows a part of one, so it could not be written to a file and read back.
 * @param at milliseconds since 1970
 */
export const frozenClock = (at: number, tick = 0): Clock => ({mode: 'frozen', at: whole(at), tick: whole(tick)});

/** A clock that shows this moment now, and goes on as the machine's does. @param from milliseconds since 1970 */
export const runningClock = (from: number): Clock => ({mode: 'running', ahead: whole(from) - Date.now()});

/** Never -0, which no file tells from 0. */
const whole = (milliseconds: number) => Math.round(milliseconds) + 0;

/** @returns milliseconds since 1970 */
export const moment = (clock: Clock): number =>
  Math.min(lastMoment, clock.mode === 'frozen' ? clock.at : Date.now() + clock.ahead);

/** The same kind of clock, showing another moment. */
export const setTo = (clock: Clock, to: number): Clock =>
  clock.mode === 'frozen' ? frozenClock(to, clock.tick) : runningClock(to);

/** The clock once something was written by it. */
export const afterWrite = (clock: Clock): Clock =>
  clock.mode === 'frozen' && clock.tick > 0 ? {...clock, at: Math.min(lastMoment, clock.at + clock.tick)} : clock;

/**
 * Writes moments of which no part of a second shows: nearly each is in the second of the one before, whose text is used
 * again.
 * @param write makes a text of milliseconds since 1970
 */
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

/** The moment as the wire writes it: `<YYYY-MM-DDTHH:MM:SSZ>`, without fractions. */
export const timestamp = oncePerSecond(formatTimestamp);

/** The moment as HTTP writes it: `Thu, 01 Jan 2026 00:00:00 GMT`. */
export const httpDate = oncePerSecond(milliseconds => new Date(milliseconds).toUTCString());

const momentForm = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z)?$/;

/**
 * Milliseconds since 1970 of `YYYY-MM-DDTHH:MM:SSZ`, or of the first second of `YYYY-MM-DD`; undefined for any other
 * text, and for a day or hour that is not in the calendar.
 */
export function parseMoment(text: string): number | undefined {
  const day = momentForm.exec(text)?.[1];
  const milliseconds = Date.parse(text);
  // `Date.parse` takes the 30th of February for the 2nd of March.
  return day === undefined || Number.isNaN(milliseconds) || !formatTimestamp(Date.parse(day)).startsWith(day)
    ? undefined
    : milliseconds;
}
