import type {Profile} from '../../../fixtures/index.js';
import {parseMoment} from '../../accounts/clock.js';
import {parseJsonObject} from '../../faults/fault-kind.js';

/** An invalid option or argument: the caller prints it with a pointer to the help, and exits with 2. */
export class UsageError extends Error {}

/** @throws the error if the text is not JSON. A byte order mark is ignored. */
export function jsonIn(text: string, file: string, ErrorType: new (message: string) => Error = UsageError): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ErrorType(`${file} is not valid JSON: ${(error as Error).message}`);
  }
}

/** Lists values for the completion. @param typed the beginning of a value */
type OfferValues = (typed: string) => readonly string[] | Promise<readonly string[]>;

/** Facts about a value, from which the help, the completion and the schema of the options file derive. */
interface ValueFacts {
  /** The type in the help: `number`, `file`, `choices: text, json`. */
  readonly label: string;
  /** The JSON Schema of one value in an options file. */
  readonly schema: object;
  /** True if an option may have several values, repeated or separated by commas. */
  readonly isList?: boolean;
  readonly offer?: OfferValues;
}

/** @param source names the option in a usage error: `--port (or CRM_SANDBOX_PORT)` */
export interface Read<T> extends ValueFacts {
  (value: unknown, source: string): T;
}

type ReadFunction<T> = (value: unknown, source: string) => T;

/** Parses a flag, a variable or a value of an options file. `startSandbox` validates its options with `accepts`. */
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

export const textual = (label: string, offer?: OfferValues) => ({
  label,
  schema: {type: 'string'},
  ...(offer && {offer}),
});

/** Parses an optional value; it rejects an option that is given twice. */
export function once<T>(
  parse: (text: string) => T | undefined,
  wanted: string,
  facts: ValueFacts = textual('text'),
): Reader<T | undefined> {
  const parsed = (value: unknown) => (typeof value === 'string' ? parse(value) : undefined);
  const read: ReadFunction<T | undefined> = (value, source) =>
    value === undefined
      ? undefined
      : (parsed(value) ?? refuse(source, Array.isArray(value) ? `${wanted}, given once` : wanted, value));
  const accepts = (value: unknown) => parsed(value) !== undefined;
  return Object.assign(read, {...facts, wanted, typeName: 'string', accepts});
}

/** Accepts a JSON number as well, for options files. */
export function integerBetween(min: number, max: number): Reader<number | undefined> {
  const accepts = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;
  const ofText = once(
    text => (/^\d{1,15}$/.test(text) && accepts(Number(text)) ? Number(text) : undefined),
    `an integer from ${min} to ${max}`,
  );
  const read: ReadFunction<number | undefined> = (value, source) =>
    accepts(value) ? Number(value) : ofText(value, source);
  const schema = {type: 'integer', minimum: min, maximum: max};
  return Object.assign(read, {label: 'number', schema, wanted: ofText.wanted, typeName: 'number', accepts});
}

export const fitting = (wanted: string, isFit: (text: string) => boolean, label = 'text', offer?: OfferValues) =>
  once(text => (isFit(text) ? text : undefined), wanted, textual(label, offer));

const isWord = (text: string): boolean => /^\S+$/.test(text);

export const word = (wanted: string, label?: string, offer?: OfferValues) => fitting(wanted, isWord, label, offer);

export const choice = <const T extends string>(choices: readonly T[]) =>
  once(value => choices.find(choice => choice === value), `one of ${choices.join(', ')}`, {
    label: `choices: ${choices.join(', ')}`,
    schema: {enum: choices},
    offer: () => choices,
  });

export const moment = fitting('a moment such as 2026-01-01T00:00:00Z', text => parseMoment(text) !== undefined, 'date');
export const sentence = fitting('a sentence', text => text.trim() !== '');
export const path = fitting('the name of a file', text => text !== '' && !text.includes('\0'), 'file');

/** Text that is safe in a header. */
export const isHeaderWord = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** Parses text for a header: the first item, because `start` reads a list from that variable. */
export const headerWord = (wanted: string) =>
  once(value => value.split(',').slice(0, 1).find(isHeaderWord), wanted, textual('key'));

/** Parses the address of a sandbox, and removes trailing slashes. */
function parseAddress(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.search === ''
    ? `${url.origin}${url.pathname.replace(/\/+$/, '')}`
    : undefined;
}

export const address = once(parseAddress, 'an address such as http://127.0.0.1:4080', textual('URL'));

/** Accepts any non-empty text; the sandbox validates it. */
export const text = (wanted: string, label?: string, offer?: OfferValues) =>
  fitting(wanted, text => text !== '', label, offer);

export const jsonObject = once(parseJsonObject, 'a JSON object such as {"received_amount": 50}', textual('JSON'));

/** Parses a count or a range of counts: `2`, `1..3`, `1..` or `..3`. */
function parseTimes(value: string) {
  const [, exact, min, max] = /^(?:(\d{1,4})|(\d{1,4})?\.\.(\d{1,4})?)$/.exec(value) ?? [];
  if (exact !== undefined) {
    return Number(exact);
  }
  const isRange = min !== undefined || max !== undefined;
  return isRange ? {...(min && {min: Number(min)}), ...(max && {max: Number(max)})} : undefined;
}

export const times = once(parseTimes, 'a number such as 2, or a range such as 1..3, 1.. or ..3', textual('range'));

const units: Readonly<Record<string, number>> = {ms: 1, s: 1000, m: 60_000, h: 3_600_000};

/** Parses a duration into milliseconds. */
function parseTimeSpan(value: string): number | undefined {
  const [, number, unit = 's'] = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s|m|h)?$/.exec(value) ?? [];
  return number === undefined ? undefined : Number(number) * units[unit]!;
}

export const timeSpan = once(parseTimeSpan, 'a time such as 30s, 500ms or 2m', textual('duration'));

/** A time span; in milliseconds for the library. */
export const milliseconds: Reader<number | undefined> = Object.assign(
  ((value, source) => timeSpan(value, source)) as ReadFunction<number | undefined>,
  timeSpan,
  {wanted: 'a number of milliseconds', typeName: 'number', accepts: Number.isSafeInteger},
);

/** The values of an option that may be repeated; in one value, commas separate several. */
export const partsOf = (value: unknown): unknown[] =>
  [value ?? []].flat().flatMap(part => (typeof part === 'string' ? part.split(',') : [part]));

/**
 * Parses any number of values.
 * @param conflict completes "must be ..." for a value that has a predefined meaning
 */
export function words(
  wanted: string,
  label: string,
  isFit = isWord,
  conflict: (value: string) => string | undefined = () => undefined,
): Reader<string[]> {
  const accepts = (value: unknown): value is string => typeof value === 'string' && isFit(value);
  const readOne = (value: unknown, source: string) => (accepts(value) ? value : refuse(source, wanted, value));
  const read: ReadFunction<string[]> = (value, source) => {
    const values = partsOf(value).map(part => readOne(part, source));
    const taken = values.find(word => conflict(word) !== undefined);
    return taken === undefined ? values : refuse(source, conflict(taken)!, taken);
  };
  return Object.assign(read, {...textual(label), isList: true, wanted, typeName: 'readonly string[]', accepts});
}

const flagWords = [
  ['0', 'false', 'no'],
  ['1', 'true', 'yes'],
];

/** @param initial the value of an omitted flag */
export function flag(initial = false): Reader<boolean> {
  const wanted = 'true or false';
  const accepts = (value: unknown): value is boolean => typeof value === 'boolean';
  const read: ReadFunction<boolean> = (value = initial, source) => {
    const place = flagWords.findIndex(words => words.includes(value as string));
    return accepts(value) ? value : place === -1 ? refuse(source, wanted, value) : place === 1;
  };
  return Object.assign(read, {label: 'boolean', schema: {type: 'boolean'}, wanted, typeName: 'boolean', accepts});
}

const profiles: Readonly<Record<Profile, true>> = {empty: true, small: true, default: true, large: true};

/** Repeated here because loading the module that defines profiles takes long. */
export const profileNames = Object.keys(profiles) as Profile[];
