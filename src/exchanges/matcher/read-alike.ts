import {isDeepStrictEqual} from 'node:util';
import type * as z from 'zod';

/** Whether the service takes both for the same; where it takes one of them for nothing, whether they are the same. */
export function isReadAlike(expected: unknown, found: unknown, schema: z.ZodType | undefined): boolean {
  const [one, other] = [schema?.safeParse(expected), schema?.safeParse(found)];
  return one?.success && other?.success ? isDeepStrictEqual(one.data, other.data) : isDeepStrictEqual(expected, found);
}
