/** Formats values as text for people and as JSON. The console imports this file, so it must run in a browser. */
export type ReadableFormat = 'money' | 'day' | 'moment';

/** `$1,250.00` */
export const readableMoney = (amount: number): string =>
  amount.toLocaleString('en-US', {style: 'currency', currency: 'USD'});

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `24 Dec 2025` for `2025-12-24` */
function readableDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date} ${months[month! - 1]} ${year}`;
}

/** The end of a title: `, 24 Dec 2025` */
export const onDay = (day: string | null): string => (day === null ? '' : `, ${readableDay(day)}`);

/** Formats a value; a value of another type, such as null in a money field, becomes plain text. */
export function readable(value: unknown, format: ReadableFormat | undefined): string {
  if (format === 'money' && typeof value === 'number') {
    return readableMoney(value);
  }
  const [, day, time] = (typeof value === 'string' && /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?/.exec(value)) || [];
  if (format === undefined || day === undefined) {
    return String(value);
  }
  return time === undefined ? readableDay(day) : `${readableDay(day)}, ${time}`;
}

/** Parses JSON. @param otherwise returned if the text is not JSON */
export function parsedJson(text: string | undefined, otherwise?: unknown): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return otherwise;
  }
}
