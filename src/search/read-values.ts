import {date} from '../schema/fields.js';
import {fold} from './fold.js';

/** Parses the value of a term, or rejects it with the accepted form. */
export interface ValueReader<T> {
  /** For error messages and docs: "comma-separated ids". */
  readonly accepts: string;
  /** A valid value, for the docs. */
  readonly example: string;
  /** Values or their beginnings, for completion. */
  readonly choices?: readonly string[];
  /** @returns undefined if the text is invalid */
  read(value: string): T | undefined;
  /** Returns a value that matches nothing, for invalid texts that are not an error. */
  passOver?(value: string): T;
  /** The service's observed message for an invalid value; precedes the accepted form. */
  readonly complaint?: string;
}

/** Folded text: without case and accents. */
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

export function readAll<T>(parts: readonly string[], read: (part: string) => T | undefined): T[] | undefined {
  const values = parts.map(read);
  return values.includes(undefined) ? undefined : (values as T[]);
}

/** Matches nothing: all ids are positive. */
const noId = 0;

/** Observed: a text instead of an id is not an error and matches nothing. */
export const id: ValueReader<number> = {accepts: 'an id', example: '12310', read: readId, passOver: () => noId};

/** Assumed for lists, as for single ids: texts are ignored. */
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
  choices: ['0', '1'],
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

/** A plain date starts at its first second. */
export const momentFrom = moment('00:00:00');

/** A plain date ends at its last second. */
export const momentTo = moment('23:59:59');
