import {isObject} from '../../schema/items.js';

const formats: ReadonlyArray<readonly [name: string, form: RegExp]> = [
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['time', /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/],
  ['number as text', /^-?\d+(?:\.\d+)?$/],
  ['address of a page', /^https?:\/\//],
];

/** The type of a value, and whether it is null or empty, or its format; nothing else of the value, nor its length. */
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
