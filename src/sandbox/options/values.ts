import type {Profile} from '../../../fixtures/index.js';
import {parseMoment} from '../../accounts/clock.js';

/** A wrong option or argument: the caller prints it with a pointer to the help, and exits with 2. */
export class UsageError extends Error {}

/** @throws the error if the text is not JSON. A byte order mark is ignored. */
export function jsonIn(text: string, file: string, ErrorType: new (message: string) => Error = UsageError): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ErrorType(`${file} is not valid JSON: ${(error as Error).message}`);
  }
}

/** @param source names the option in a usage error: `--port (or CRM_SANDBOX_PORT)` */
export type Read<T> = (value: unknown, source: string) => T;

/** Reads a flag, a variable or a value of a file of options. `startSandbox` checks its options with `accepts`. */
export interface Reader<T> extends Read<T> {
  /** Completes the sentence "must be ..." of an error. */
  readonly wanted: string;
  /** The TypeScript type of the option of `startSandbox`. */
  readonly typeName: string;
  /** Accepts a value of that type, or one element of a list. */
  readonly accepts: (value: unknown) => boolean;
}

const refuse = (source: string, wanted: string, value: unknown): never => {
  throw new UsageError(`${source} must be ${wanted}, got ${JSON.stringify(value)}`);
};

/** Reads one value, or none; it rejects an option that is given twice. */
export function once<T>(parse: (text: string) => T | undefined, wanted: string): Reader<T | undefined> {
  const parsed = (value: unknown) => (typeof value === 'string' ? parse(value) : undefined);
  const read: Read<T | undefined> = (value, source) =>
    value === undefined
      ? undefined
      : (parsed(value) ?? refuse(source, Array.isArray(value) ? `${wanted}, given once` : wanted, value));
  return Object.assign(read, {wanted, typeName: 'string', accepts: (value: unknown) => parsed(value) !== undefined});
}

/** A file of options may hold a JSON number. */
export function integerBetween(least: number, most: number): Reader<number | undefined> {
  const accepts = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
  const ofText = once(
    text => (/^\d{1,15}$/.test(text) && accepts(Number(text)) ? Number(text) : undefined),
    `an integer from ${least} to ${most}`,
  );
  const read: Read<number | undefined> = (value, source) => (accepts(value) ? Number(value) : ofText(value, source));
  return Object.assign(read, {wanted: ofText.wanted, typeName: 'number', accepts});
}

/** Reads text that fulfils a condition. */
export const fitting = (wanted: string, isFit: (text: string) => boolean) =>
  once(text => (isFit(text) ? text : undefined), wanted);

const isWord = (text: string): boolean => /^\S+$/.test(text);

export const word = (wanted: string) => fitting(wanted, isWord);

export const choice = <const T extends string>(choices: readonly T[]) =>
  once(value => choices.find(choice => choice === value), `one of ${choices.join(', ')}`);

export const moment = fitting('a moment such as 2026-01-01T00:00:00Z', text => parseMoment(text) !== undefined);
export const sentence = fitting('a sentence', text => text.trim() !== '');
export const path = fitting('the name of a file', text => text !== '' && !text.includes('\0'));

/** Text that is safe in a header. */
export const isHeaderWord = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** Reads text for a header: the first item, because `start` reads a list from that variable. */
export const headerWord = (wanted: string) =>
  once(value => {
    const [first = ''] = value.split(',');
    return isHeaderWord(first) ? first : undefined;
  }, wanted);

/** Reads the address of a sandbox, and removes slashes at its end. */
export const address = once(value => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.search === ''
    ? `${url.origin}${url.pathname.replace(/\/+$/, '')}`
    : undefined;
}, 'an address such as http://127.0.0.1:4080');

/** Reads any text that is not empty; the sandbox validates it. */
export const text = (wanted: string) => fitting(wanted, text => text !== '');

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

/** The values of an option that may be repeated; in one value, commas separate several. */
export const partsOf = (value: unknown): unknown[] =>
  [value ?? []].flat().flatMap(part => (typeof part === 'string' ? part.split(',') : [part]));

/**
 * Reads any number of values.
 * @param conflict completes "must be ..." for a value that has a predefined meaning
 */
export function words(
  wanted: string,
  isFit = isWord,
  conflict: (value: string) => string | undefined = () => undefined,
): Reader<string[]> {
  const accepts = (value: unknown): value is string => typeof value === 'string' && isFit(value);
  const readOne = (value: unknown, source: string) => (accepts(value) ? value : refuse(source, wanted, value));
  const read: Read<string[]> = (value, source) => {
    const values = partsOf(value).map(part => readOne(part, source));
    const taken = values.find(word => conflict(word) !== undefined);
    return taken === undefined ? values : refuse(source, conflict(taken)!, taken);
  };
  return Object.assign(read, {wanted, typeName: 'readonly string[]', accepts});
}

const flagWords = [
  ['0', 'false', 'no'],
  ['1', 'true', 'yes'],
];

/** @param initial the value of a flag that is not given */
export function flag(initial = false): Reader<boolean> {
  const wanted = 'true or false';
  const accepts = (value: unknown): value is boolean => typeof value === 'boolean';
  const read: Read<boolean> = (value = initial, source) => {
    const place = flagWords.findIndex(words => words.includes(value as string));
    return accepts(value) ? value : place === -1 ? refuse(source, wanted, value) : place === 1;
  };
  return Object.assign(read, {wanted, typeName: 'boolean', accepts});
}

/** An option of a command. */
export interface Option<T = unknown> {
  readonly describe: string;
  readonly read: Read<T>;
  /** One letter: `-p`. */
  readonly short?: string;
  /** True if the option can also be set in the environment. */
  readonly variable?: boolean;
  /** True if the command's usage names it: `snapshot save <name>`. */
  readonly positional?: boolean;
  /** Resolves paths in a value relative to the folder of the file of options. */
  readonly foundFrom?: (value: unknown, folder: string) => unknown;
  /** The default, as shown in the help. */
  readonly fallback?: string | number | boolean;
}

/** Facts about an option of `startSandbox` that do not follow from its flag. */
interface LibraryFacts {
  /** Defaults to the flag's name in camel case. */
  readonly name?: string;
  readonly type?: string;
  readonly describe?: string;
  /** As JavaScript. */
  readonly fallback?: string;
}

/** An option of the command line, and in most cases of the library. */
export interface SandboxOption<T = unknown> extends Option<T> {
  readonly read: Read<T> | Reader<T>;
  /** Markdown that docs/options.md adds to the description. */
  readonly more?: string;
  /** False for an option that only the command line has. */
  readonly library?: LibraryFacts | false;
}

const profiles: Readonly<Record<Profile, true>> = {empty: true, small: true, default: true, large: true};

/** Repeated here because the module that defines profiles takes long to load. */
export const profileNames = Object.keys(profiles) as Profile[];
