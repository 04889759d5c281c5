import {quote, text} from '../../schema/fields.js';
import {move} from '../duration.js';

const minute = 60_000;

/** Five minutes: as long as one may wait. */
const longest = 5 * minute;

const units: Readonly<Record<string, number>> = {ms: 1, s: 1000, m: minute};

/** `500ms`, `5s`, `2m`, or ISO 8601: `PT5S`. @returns milliseconds; undefined where it is neither */
export function milliseconds(span: string): number | undefined {
  const [, number, unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s|m)$/.exec(span) ?? [];
  return number === undefined ? move(0, span) : Number(number) * units[unit]!;
}

const isSpan = (span: string): boolean => {
  const time = milliseconds(span);
  return time !== undefined && time >= 0 && time <= longest;
};

/** How long to wait for it. */
export const withinForm = text.refine(isSpan, {
  error: ({input}) => `must be a time such as "5s", "500ms" or "PT5S", at most 5 minutes, got ${quote(input)}`,
});
