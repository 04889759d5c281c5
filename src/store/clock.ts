/**
 * Where time comes from: the only file that asks the machine for it. Each account has a clock of its own.
 * A clock is a value; changing it means giving the account another one.
 */
export type Clock = {readonly frozenAt: number} | {readonly runningFrom: number; readonly since: number};

/** The machine's own time. */
export const machineClock: Clock = {runningFrom: 0, since: 0};

/** A clock that stands still. @param moment milliseconds since 1970 */
export const frozenClock = (moment: number): Clock => ({frozenAt: moment});

/** @returns milliseconds since 1970 */
function moment(clock: Clock): number {
  return 'frozenAt' in clock ? clock.frozenAt : clock.runningFrom + (Date.now() - clock.since);
}

/** The moment as the wire writes it: `<YYYY-MM-DDTHH:MM:SSZ>`, without fractions. */
export function timestamp(clock: Clock): string {
  return formatTimestamp(moment(clock));
}

function formatTimestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
