import {isDate, readAll, readId, type ValueReader} from '../../search/read-values.js';

/** Types of class affiliation, and the first and last year, four digits each. */
interface ClassYears {
  readonly types: readonly number[];
  readonly from: string;
  readonly to: string;
}

/** A year, or the year of a date. */
function yearIn(written: string): string | undefined {
  const text = written.trim();
  return /^\d{4}$/.test(text) || isDate(text) ? text.slice(0, 4) : undefined;
}

/** `<type id>[,<type id>]|<from>[ to <to>]`. Without an end it means that one year (assumed). */
export const classYears: ValueReader<ClassYears> = {
  accepts: 'ids|year or ids|year to year, the ids separated by commas, years also as dates',
  example: '516,517|2000 to 2009',
  read: written => {
    const [ids = '', range = '', ...rest] = written.split('|');
    const types = readAll(ids.split(','), readId);
    const ends = range.split(' to ');
    const years = ends.length > 2 ? undefined : readAll(ends, yearIn);
    return types === undefined || years === undefined || rest.length > 0
      ? undefined
      : {types, from: years[0]!, to: years.at(-1)!};
  },
};
