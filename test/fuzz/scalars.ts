import fc from 'fast-check';
import type {JsonSchema} from './json-schema.js';
import {anyText} from './texts.js';

/** Small integers, arbitrary ones and the bounds. */
export function integers({format, minimum, maximum}: JsonSchema): fc.Arbitrary<number> {
  if (format !== undefined && format !== 'int64' && format !== 'int32') {
    throw new Error(`the fuzz does not know integers of the format ${format}`);
  }
  const limit = format === 'int32' ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER;
  const [min, max] = [(minimum as number) ?? -limit, (maximum as number) ?? limit];
  const near = Math.max(min, 0);
  const bounds = [minimum, maximum].filter(bound => bound !== undefined) as number[];
  return fc.oneof(
    fc.integer({min: near, max: Math.min(near + 20, max)}),
    fc.integer({min, max}),
    ...bounds.map(bound => fc.constant(bound)),
  );
}

/** Arbitrary numbers and amounts of money. */
export function numbers({format, minimum: min, maximum: max}: JsonSchema): fc.Arbitrary<number> {
  if (format !== undefined && format !== 'double') {
    throw new Error(`the fuzz does not know numbers of the format ${format}`);
  }
  const bounds = {...(min !== undefined && {min: min as number}), ...(max !== undefined && {max: max as number})};
  const any = fc.double({noNaN: true, noDefaultInfinity: true, ...bounds}).map(number => number + 0); // JSON has no -0
  const cents = fc.integer({min: 0, max: 1_000_000}).map(cents => cents / 100);
  return Object.keys(bounds).length > 0 ? any : fc.oneof(any, cents);
}

const days = fc
  .date({min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true})
  .map(date => date.toISOString().slice(0, 10));

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: fc.oneof(days, fc.constantFrom('2024-02-29', '2026-01-01', '1900-02-28')),
  'date-time': days.map(day => `${day}T12:00:00Z`),
  uri: fc.webUrl(),
};

/** Strings of a format or pattern, or arbitrary ones. @param place the location for error messages */
export function texts({maxLength = Infinity, ...schema}: JsonSchema, place: string): fc.Arbitrary<string> {
  return ofForm(schema, place).filter(({length}) => length <= (maxLength as number));
}

function ofForm({format, pattern}: JsonSchema, place: string): fc.Arbitrary<string> {
  const form = pattern === undefined ? /^/ : new RegExp(pattern as string, 'u');
  if (format !== undefined) {
    const ofFormat = formats[format as string];
    if (ofFormat === undefined) {
      throw new Error(`the fuzz does not know texts of the format ${format} at ${place}`);
    }
    return ofFormat.filter(text => form.test(text));
  }
  return pattern === undefined ? anyText : matching(form);
}

const matched = new Map<string, fc.Arbitrary<string>>();

/** Cached by pattern, because the generator is expensive to create. */
function matching(form: RegExp): fc.Arbitrary<string> {
  const texts = matched.get(form.source) ?? fc.stringMatching(form);
  matched.set(form.source, texts);
  return texts;
}
