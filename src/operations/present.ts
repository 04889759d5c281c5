import type {z} from 'zod';

/**
 * A `present` for rows that hold their reply: every field of the schema, in its order, and no other. A row may keep
 * more than the wire shows.
 */
export function pick<R extends object>(output: z.ZodObject): (row: R) => object {
  const fields = Object.keys(output.shape);
  return row => {
    const reply: Record<string, unknown> = {};
    for (const field of fields) {
      reply[field] = (row as Record<string, unknown>)[field];
    }
    return reply;
  };
}
