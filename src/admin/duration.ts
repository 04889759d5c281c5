import {parse} from 'tinyduration';

/**
 * Adds an ISO 8601 duration to a time. Months and years follow the calendar in UTC; a day that the month lacks becomes
 * its last day.
 * @param moment milliseconds since 1970
 * @returns undefined if the text is not a duration, or the result is outside the years 0 to 9999
 */
export function move(moment: number, duration: string): number | undefined {
  const parsed = read(duration);
  if (parsed === undefined) {
    return undefined;
  }
  const {negative, years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0} = parsed;
  const sign = negative ? -1 : 1;
  const date = new Date(moment);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + sign * Math.round(years * 12 + months));
  date.setUTCDate(Math.min(day, daysInMonth(date)));
  const moved = date.getTime() + sign * ((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
  return isShowable(moved) ? moved : undefined;
}

const [firstMoment, lastMoment] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59Z')];

const isShowable = (moment: number): boolean => moment >= firstMoment && moment <= lastMoment;

const daysInMonth = (date: Date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();

/** Characters. The maximum length of a duration that has every part. */
const longest = 150;

const amountForm = /^-?\d{1,15}(?:[.,]\d{1,9})?$/;
const unitsInOrder = /^Y?M?W?D?(?:T(?=.)H?M?S?)?$/;

/** True if the whole text is a duration: the library also accepts a duration within other text. */
function isDuration(text: string): boolean {
  const start = text.startsWith('-') ? 1 : 0;
  if (text.length > longest || text[start] !== 'P') {
    return false;
  }
  const parts = text.slice(start + 1).split(/(?<=[A-Z])/);
  return (
    unitsInOrder.test(parts.map(part => part.at(-1)).join('')) &&
    parts.every(part => part === 'T' || amountForm.test(part.slice(0, -1)))
  );
}

function read(duration: string) {
  if (!isDuration(duration)) {
    return undefined;
  }
  try {
    return parse(duration);
  } catch {
    return undefined;
  }
}
