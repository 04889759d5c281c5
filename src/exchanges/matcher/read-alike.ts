import {isDeepStrictEqual} from 'node:util';
import type * as z from 'zod';

/** True if the service reads both values as the same. If it ignores one of them, they must be identical. */
export function isReadAlike(expected: unknown, found: unknown, schema: z.ZodType | undefined): boolean {
  const [one, other] = [schema?.safeParse(expected), schema?.safeParse(found)];
  return one?.success && other?.success ? isDeepStrictEqual(one.data, other.data) : isDeepStrictEqual(expected, found);
}
