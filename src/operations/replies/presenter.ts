import type * as z from 'zod';
import type {Transaction} from '../../store/transaction.js';
import {type Compute, ObjectWriter, Shown} from './json-writer.js';

/**
 * Makes the `present` of a kind whose rows hold their response: every field of the schema, in its order. A row may hold
 * fields that are not in the schema. Fields that do not follow from the row alone are `computed` from the row and the
 * context: the transaction, or what the caller passes in its place.
 */
export function presenterOf<R extends object>(output: z.ZodObject): (row: R) => Shown;
export function presenterOf<R extends object, C = Transaction>(
  output: z.ZodObject,
  computed: Readonly<Record<string, Compute<R, C>>>,
): (row: R, context: C) => Shown;
export function presenterOf<R extends object, C>(
  output: z.ZodObject,
  computed: Readonly<Record<string, Compute<R, C>>> = {},
): (row: R, context: C) => Shown {
  let writer: ObjectWriter | undefined;
  return (row, context) => {
    writer ??= new ObjectWriter(output, computed); // on first use: there are some forty kinds, and a start needs none
    return new Shown(writer, row, context);
  };
}

/** Replaces every shown row inside a value by a plain object, which can be read, checked or changed. */
export function plain<T>(value: T): T {
  if (value instanceof Shown) {
    return plain(value.toJSON()) as T;
  }
  if (Array.isArray(value)) {
    return value.map(plain) as T;
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, plain(held)])) as T;
}
