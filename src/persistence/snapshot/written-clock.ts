import * as z from 'zod';
import type {Clock} from '../../accounts/clock.js';

/** Includes milliseconds only if there are any: `2026-01-01T00:00:00Z`, `2026-01-01T00:00:00.250Z`. */
const moment = (milliseconds: number) => new Date(milliseconds).toISOString().replace('.000Z', 'Z');

function isMoment(text: string): boolean {
  const milliseconds = Date.parse(text);
  return Number.isFinite(milliseconds) && moment(milliseconds) === text;
}

/** Milliseconds. Dates this far from any recent day are still valid. */
const farthest = 8e15;

const form = z.discriminatedUnion('mode', [
  z.strictObject({mode: z.literal('frozen'), now: z.string().refine(isMoment), tick: z.int().min(0)}),
  z.strictObject({mode: z.literal('running'), ahead: z.int().min(-farthest).max(farthest)}),
]);

export type WrittenClock = z.infer<typeof form>;

export const clockForms =
  '{"mode": "frozen", "now": "2026-01-01T00:00:00Z", "tick": 0}, or {"mode": "running", "ahead": 0}; ' +
  'tick and ahead are milliseconds';

/** @throws Error for a clock that could not be read back; nothing is then written */
export function writeClock(clock: Clock): WrittenClock {
  const written =
    clock.mode === 'frozen'
      ? ({mode: 'frozen', now: moment(clock.at), tick: clock.tick} as const)
      : ({mode: 'running', ahead: clock.ahead} as const);
  const read = readClock(written);
  if (read === undefined || !isSameClock(read, clock)) {
    throw new Error(`the clock ${JSON.stringify(clock)} cannot be written: a file holds whole milliseconds`);
  }
  return written;
}

export const isSameClock = (one: Clock, other: Clock): boolean =>
  one === other ||
  (one.mode === 'frozen'
    ? other.mode === 'frozen' && one.at === other.at && one.tick === other.tick
    : other.mode === 'running' && one.ahead === other.ahead);

/** @returns undefined if it is not a clock */
export function readClock(written: unknown): Clock | undefined {
  const {data} = form.safeParse(written);
  return data?.mode === 'frozen' ? {mode: 'frozen', at: Date.parse(data.now), tick: data.tick} : data;
}
