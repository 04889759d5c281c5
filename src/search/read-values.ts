import {date} from '../schema/fields.js';
import {fold} from './fold.js';

/** Reads the text after the `=` of a term, or refuses it with what it takes instead. */
export interface ValueReader<T> {
  /** For refusals and for the docs: "comma-separated ids". */
  readonly accepts: string;
  /** A value that it takes, for the docs. */
  readonly example: string;
  /** @returns undefined where the text is no such value */
  read(value: string): T | undefined;
  /** What a text that it can't read stands for, where that is no error: a value that finds nothing. */
  passOver?(value: string): T;
  /** What the service was seen to say of a value that it cannot read; stands before what it takes. */
  readonly complaint?: string;
}

/** Text as it is compared: without case and accents. */
export const text: ValueReader<string> = {
  accepts: 'text that is not blank',
  example: 'an',
  read: value => (value.trim() === '' || value.includes('\0') ? undefined : fold(value.trim())),
};

const decimal = /^-?\d{1,15}(?:\.\d{1,10})?$/;

export const readId = (value: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(value.trim()) ? Number(value) : undefined;

export const readNumber = (value: string): number | undefined =>
  decimal.test(value.trim()) ? Number(value) : undefined;

/** Reads each part, or nothing if one of them can't be read. */
export function readAll<T>(parts: readonly string[], read: (part: string) => T | undefined): T[] | undefined {
  const values = parts.map(read);
  return values.includes(undefined) ? undefined : (values as T[]);
}

/** The id of nothing: all ids are positive. */
const noId = 0;

/** Observed: a text is no error where an id is meant, and finds nothing. */
export const id: ValueReader<number> = {accepts: 'an id', example: '12310', read: readId, passOver: () => noId};

/** Assumed of lists, as it is of one id: texts in them are passed over. */
export const ids: ValueReader<readonly number[]> = {
  accepts: 'comma-separated ids',
  example: '3240,3241',
  read: value => readAll(value.split(','), readId),
  passOver: value => value.split(',').map(part => readId(part) ?? noId),
};

export const texts: ValueReader<readonly string[]> = {
  accepts: 'comma-separated texts, none of them blank',
  example: 'a-1,b-2',
  read: value => readAll(value.split(','), text.read),
};

export const zeroOrOne: ValueReader<0 | 1> = {
  accepts: '0 or 1',
  example: '1',
  read: value => (value === '0' ? 0 : value === '1' ? 1 : undefined),
};

export const isDate = (value: string): boolean => date.safeParse(value).success;

export const day: ValueReader<string> = {
  accepts: 'a date, YYYY-MM-DD',
  example: '2025-06-30',
  read: value => (isDate(value) ? value : undefined),
};

const moment = (time: string): ValueReader<string> => ({
  accepts: 'a moment, YYYY-MM-DDTHH:MM:SSZ, or a date, YYYY-MM-DD',
  example: '2025-06-30T12:00:00Z',
  read: value => {
    const [, on = '', at = time] = /^(\d{4}-\d{2}-\d{2})(?:T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)Z)?$/.exec(value) ?? [];
    return isDate(on) ? `${on}T${at}Z` : undefined;
  },
});

/** A plain date means from its first second on. */
export const momentFrom = moment('00:00:00');

/** A plain date means to its last second. */
export const momentTo = moment('23:59:59');
