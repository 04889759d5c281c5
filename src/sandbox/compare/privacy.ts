import * as z from 'zod';
import {isObject} from '../../schema/items.js';
import {marksOf} from '../../schema/marks.js';
import {unwrap} from '../../schema/parse-body.js';

/**
 * True unless a field is known to be impersonal: it is marked, or it is a boolean, a choice of the contract, or an id.
 * Fields are personal by default.
 * @param name the field's name; undefined for an element of a list
 */
export function isPersonal(name: string | undefined, schema: z.ZodType): boolean {
  const leaf = unwrap(schema);
  const {personal} = {...marksOf(leaf), ...marksOf(schema)};
  const isWord = [z.ZodBoolean, z.ZodEnum, z.ZodLiteral].some(type => leaf instanceof type);
  return personal ?? !(isWord || (leaf instanceof z.ZodNumber && isIdName(name)));
}

/** True for the name of a field that refers to a record: `id`, `fund_id`. */
export const isIdName = (name = ''): boolean => /^(?:id|[a-z_]+_id)$/.test(name);

interface LeafField {
  /** `custom_fields[].values[].name` */
  readonly path: string;
  readonly isPersonal: boolean;
}

/** The fields of a schema with values, at every depth, in order. */
export function* leafFields(schema: z.ZodType, path = '', name?: string): Generator<LeafField, void> {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) {
    yield* leafFields(inner.element as z.ZodType, `${path}[]`);
  } else if (inner instanceof z.ZodObject) {
    for (const [field, value] of Object.entries(inner.shape as Record<string, z.ZodType>)) {
      yield* leafFields(value, path === '' ? field : `${path}.${field}`, field);
    }
  } else {
    yield {path, isPersonal: isPersonal(name, schema)};
  }
}

const formats: ReadonlyArray<readonly [name: string, form: RegExp]> = [
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['time', /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/],
  ['number as text', /^-?\d+(?:\.\d+)?$/],
  ['address of a page', /^https?:\/\//],
];

/** The type of a value, and whether it is null or empty, or its format; never its content or length. */
export function shapeOf(value: unknown): string {
  if (value === undefined) {
    return 'absent';
  }
  if (value === null) {
    return 'null';
  }
  if (typeof value === 'string') {
    const blank = value === '' ? 'empty text' : 'text';
    return formats.find(([, form]) => form.test(value))?.[0] ?? blank;
  }
  if (typeof value === 'number') {
    return Number.isInteger(value) ? 'integer' : 'number';
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? 'empty list' : 'list';
  }
  return isObject(value) ? (Object.keys(value).length === 0 ? 'empty object' : 'object') : typeof value;
}
