import * as z from 'zod';

/** Facts about a field that its type does not express. */
interface Marks {
  /** False if no value of the field can identify a person. */
  readonly personal?: boolean;
  /** The value differs in every run: a time, or an address of the server. */
  readonly volatile?: true;
  /** The value is computed from other records, which may be missing from a recording. */
  readonly derived?: true;
}

const marks = z.registry<Marks>();

/** Marks a schema. Schemas derived from it by `describe` keep the marks. */
export function marked<T extends z.ZodType>(schema: T, facts: Marks): T {
  marks.add(schema, {...marks.get(schema), ...facts});
  return schema;
}

export const marksOf = (schema: z.ZodType): Marks => marks.get(schema) ?? {};

/** Marks a field whose values come from the contract or the account, never from a person. */
export const impersonal = <T extends z.ZodType>(schema: T): T => marked(schema, {personal: false});

/** Marks a field that is computed from other records. */
export const derived = <T extends z.ZodType>(schema: T): T => marked(schema, {derived: true});
