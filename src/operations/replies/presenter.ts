import type * as z from 'zod';
import type {Transaction} from '../../store/transaction.js';

/** Computes a field that is not stored in the row. */
type Compute<R, C> = (row: R, context: C) => unknown;

/**
 * Makes the `present` of a kind: an object with every field of the schema, in its order. Fields that do not follow from
 * the row alone are `computed` from the row and the context: the transaction, or what the caller passes in its place.
 */
export function presenterOf<R extends object>(output: z.ZodObject): (row: R) => object;
export function presenterOf<R extends object, C = Transaction>(
  output: z.ZodObject,
  computed: Readonly<Record<string, Compute<R, C>>>,
): (row: R, context: C) => object;
export function presenterOf<R extends object, C>(
  output: z.ZodObject,
  computed: Readonly<Record<string, Compute<R, C>>> = {},
): (row: R, context: C) => object {
  let blank: Readonly<Record<string, unknown>> | undefined;
  return (row, context) => {
    blank ??= Object.fromEntries(Object.keys(output.shape).map(name => [name, undefined])); // on first use
    const shown = {...blank}; // V8 makes an object that is filled name by name a hash table, which is ten times as slow
    for (const name of Object.keys(blank)) {
      const compute = computed[name];
      shown[name] = compute === undefined ? (row as Readonly<Record<string, unknown>>)[name] : compute(row, context);
    }
    return shown;
  };
}
