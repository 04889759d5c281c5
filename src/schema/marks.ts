import * as z from 'zod';

/** Facts about a field that its type does not show. */
interface Marks {
  /** False if no value of the field can say anything about a person. */
  readonly personal?: boolean;
  /** The value differs on every run: a time, or an address of the server. */
  readonly volatile?: true;
  /** The value is computed from other records, which a recording may not show. */
  readonly derived?: true;
}

const marks = z.registry<Marks>();

/** Marks a schema; schemas made of it by `describe` keep the marks. */
export function marked<T extends z.ZodType>(schema: T, facts: Marks): T {
  marks.add(schema, {...marks.get(schema), ...facts});
  return schema;
}

export const marksOf = (schema: z.ZodType): Marks => marks.get(schema) ?? {};

/** Marks a field whose values are the contract's or the account's, never a person's. */
export const impersonal = <T extends z.ZodType>(schema: T): T => marked(schema, {personal: false});

/** Marks a field that is computed from records other than its own. */
export const derived = <T extends z.ZodType>(schema: T): T => marked(schema, {derived: true});
