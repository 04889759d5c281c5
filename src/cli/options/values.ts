import {parseMoment} from '../../accounts/clock.js';

/** Each reader parses the value of a flag, a variable or a file of options, and rejects invalid values. */

/** A wrong option or argument: the caller prints it with a pointer to the help, and exits with 2. */
export class UsageError extends Error {}

/** @param source names the option in a usage error: `--port (or CRM_SANDBOX_PORT)` */
export type Read<T> = (value: unknown, source: string) => T;

const refuse = (source: string, wanted: string, value: unknown): never => {
  throw new UsageError(`${source} must be ${wanted}, got ${JSON.stringify(value)}`);
};

/** Reads one value, or none; it rejects an option that is given twice. */
export const once =
  <T>(read: (value: string) => T | undefined, wanted: string): Read<T | undefined> =>
  (value, source) => {
    if (value === undefined) {
      return undefined;
    }
    return (
      (typeof value === 'string' ? read(value) : undefined) ??
      refuse(source, Array.isArray(value) ? `${wanted}, given once` : wanted, value)
    );
  };

/** A file of options may hold a JSON number. */
export function integerBetween(least: number, most: number): Read<number | undefined> {
  const read = once(value => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    return number >= least && number <= most ? number : undefined;
  }, `an integer from ${least} to ${most}`);
  const isFit = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
  return (value, source) => (isFit(value) ? Number(value) : read(value, source));
}

export const word = (wanted: string) => once(value => (/^\S+$/.test(value) ? value : undefined), wanted);

export const choice = <const T extends string>(choices: readonly T[]) =>
  once(value => choices.find(choice => choice === value), `one of ${choices.join(', ')}`);

export const moment = once(
  value => (parseMoment(value) === undefined ? undefined : value),
  'a moment such as 2026-01-01T00:00:00Z',
);

export const sentence = once(value => (value.trim() === '' ? undefined : value), 'a sentence');
export const path = once(value => (value === '' || value.includes('\0') ? undefined : value), 'the name of a file');

/** Reads text that is safe in a header: the first item, because `start` reads a list from that variable. */
export const headerWord = (wanted: string) =>
  once(value => {
    const [first = ''] = value.split(',');
    return /^[\x21-\x7e]+$/.test(first) ? first : undefined;
  }, wanted);

/** Reads the address of a sandbox, and removes slashes at its end. */
export const address = once(value => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.search === ''
    ? `${url.origin}${url.pathname.replace(/\/+$/, '')}`
    : undefined;
}, 'an address such as http://127.0.0.1:4080');

/** Reads any text that is not empty; the sandbox validates it. */
export const text = (wanted: string) => once(value => (value === '' ? undefined : value), wanted);

export const jsonObject = once(value => {
  try {
    const object: unknown = JSON.parse(value);
    return typeof object === 'object' && object !== null && !Array.isArray(object) ? object : undefined;
  } catch {
    return undefined;
  }
}, 'a JSON object such as {"received_amount": 50}');

/** Reads a count or a range of counts: `2`, `1..3`, `1..` or `..3`. */
export const times = once(value => {
  const [, exact, min, max] = /^(?:(\d{1,4})|(\d{1,4})?\.\.(\d{1,4})?)$/.exec(value) ?? [];
  if (exact !== undefined) {
    return Number(exact);
  }
  const isRange = min !== undefined || max !== undefined;
  return isRange ? {...(min && {min: Number(min)}), ...(max && {max: Number(max)})} : undefined;
}, 'a number such as 2, or a range such as 1..3, 1.. or ..3');

const units: Readonly<Record<string, number>> = {ms: 1, s: 1000, m: 60_000};

/** Reads a duration; returns milliseconds. */
export const timeSpan = once(value => {
  const [, number, unit = 's'] = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s|m)?$/.exec(value) ?? [];
  return number === undefined ? undefined : Number(number) * units[unit]!;
}, 'a time such as 30s, 500ms or 2m');

/** Reads any number of values; in the environment, separated by commas. */
export const words =
  (wanted: string, isFit = (value: string) => /^\S+$/.test(value)): Read<string[]> =>
  (value, source) => {
    const values = [value ?? []].flat().flatMap(value => (typeof value === 'string' ? value.split(',') : [value]));
    return values.map(value => (typeof value === 'string' && isFit(value) ? value : refuse(source, wanted, value)));
  };

/** Rejects values that are valid by themselves, but have a predefined meaning. */
export const conflicting =
  (read: Read<string[]>, conflict: (value: string) => string | undefined = () => undefined): Read<string[]> =>
  (value, source) => {
    const values = read(value, source);
    for (const one of values) {
      const wanted = conflict(one);
      if (wanted !== undefined) {
        refuse(source, wanted, one);
      }
    }
    return values;
  };

const flags: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  yes: true,
  '0': false,
  false: false,
  no: false,
};

/** @param unsaid the value of a flag that is not given */
export const flag =
  (unsaid = false): Read<boolean> =>
  (value, source) => {
    if (typeof value === 'boolean' || value === undefined) {
      return value ?? unsaid;
    }
    return (
      (typeof value === 'string' && Object.hasOwn(flags, value) ? flags[value] : undefined) ??
      refuse(source, 'true or false', value)
    );
  };
