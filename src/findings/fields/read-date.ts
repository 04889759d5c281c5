import {formatTimestamp, parseMoment} from '../../accounts/clock.js';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const two = (text: string | number) => String(text).padStart(2, '0');

const checked = (text: string): string | undefined =>
  text.length === 10 && parseMoment(text) !== undefined ? text : undefined;

/** Numbers separated by `/`, `.` or `-`: year first or last, and US order of month and day if possible. */
function ofNumbers([one = '', other = '', last = '']: readonly string[], isEuropean: boolean): string | undefined {
  if (one.length === 4) {
    return checked(`${one}-${two(other)}-${two(last)}`);
  }
  const year = last.length === 2 ? `20${last}` : last;
  const [month, day] = isEuropean ? [other, one] : [one, other];
  return checked(`${year}-${two(month)}-${two(day)}`) ?? checked(`${year}-${two(day)}-${two(month)}`);
}

/** Parses a date in any common notation. @returns `<YYYY-MM-DD>` */
export function readDate(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 40) {
    return undefined;
  }
  const text = value.trim();
  const moment = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:|$)/.exec(text)?.[1];
  if (moment !== undefined) {
    return checked(moment);
  }
  const numbers = /^(\d{1,4})([/.-])(\d{1,2})\2(\d{1,4})(?:[T ]|$)/.exec(text);
  if (numbers !== null) {
    return ofNumbers([numbers[1]!, numbers[3]!, numbers[4]!], numbers[2] === '.');
  }
  if (/^\d{8}$/.test(text)) {
    return checked(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`);
  }
  return ofWords(text.split(/[\s,]/).filter(word => word !== ''));
}

/** `Dec 24, 2025`, `24 December 2025` */
function ofWords(words: readonly string[]): string | undefined {
  const month = months.findIndex(name => words.some(word => word.toLowerCase().startsWith(name)));
  const day = words.map(word => /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word)?.[1]).find(found => found !== undefined);
  const year = words.find(word => /^\d{4}$/.test(word));
  return month === -1 || day === undefined || year === undefined
    ? undefined
    : checked(`${year}-${two(month + 1)}-${two(day)}`);
}

/** Parses a moment in any zone, or without one in UTC. @returns `<YYYY-MM-DDTHH:MM:SSZ>` */
export function readMoment(text: string): string | undefined {
  const form = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(?:\.\d+)?(Z|[+ -]\d\d:?\d\d)?$/;
  const [, day = '', time = '', seconds = ':00', zone = 'Z'] = form.exec(text.trim()) ?? [];
  const at = Date.parse(`${day}T${time}${seconds}${zone.replace(' ', '+')}`); // a `+` may arrive as a space
  return checked(day) === undefined || Number.isNaN(at) ? undefined : formatTimestamp(at);
}
