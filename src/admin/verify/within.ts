import {quote, text} from '../../schema/fields.js';
import {move} from '../clock.js';

const minute = 60_000;

/** Milliseconds. Five minutes. */
const longest = 5 * minute;

const units: Readonly<Record<string, number>> = {ms: 1, s: 1000, m: minute};

/** Parses `500ms`, `5s`, `2m`, or ISO 8601 such as `PT5S`. @returns milliseconds; undefined if the text is invalid */
export function milliseconds(span: string): number | undefined {
  const [, number, unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s|m)$/.exec(span) ?? [];
  return number === undefined ? move(0, span) : Number(number) * units[unit]!;
}

const isSpan = (span: string): boolean => {
  const time = milliseconds(span);
  return time !== undefined && time >= 0 && time <= longest;
};

export const withinForm = text.refine(isSpan, {
  error: ({input}) => `must be a time such as "5s", "500ms" or "PT5S", at most 5 minutes, got ${quote(input)}`,
});
