import {isDeepStrictEqual} from 'node:util';
import * as z from 'zod';
import type {Operation} from '../../operations/operation.js';
import {isObject} from '../../schema/items.js';
import {unwrap} from '../../schema/parse-body.js';

/** The parts of a request that a pattern checks, before or after the response. An exchange is one. */
export interface MatchableRequest {
  readonly operation?: Operation | undefined;
  readonly method: string;
  /** Includes the query. */
  readonly url: string;
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: unknown;
  /** Set if only the start of the body is kept; `body` is then not meaningful. */
  readonly wholeBody?: unknown;
  /** Undefined until the response is sent. */
  readonly status?: number | undefined;
  readonly client: {readonly caller?: string | undefined};
}

/** A field of a request that differs from the pattern. */
export interface Miss {
  /** `operation`, `status`, `query.limit`, `body.email_addresses[0].address` */
  readonly field: string;
  readonly expected: unknown;
  /** Omitted if nothing was sent. */
  readonly found?: unknown;
}

/** Characters of a value as JSON. */
const longest = 200;

/** Shortens a long value for display. */
function shortened(value: unknown): unknown {
  try {
    const text = JSON.stringify(value) ?? 'undefined';
    return text.length <= longest ? value : `${(typeof value === 'string' ? value : text).slice(0, longest)}...`;
  } catch (error) {
    if (error instanceof RangeError) {
      return 'a value that is nested too deeply to show';
    }
    throw error;
  }
}

/** @param found undefined if nothing was sent */
export const miss = (field: string, expected: unknown, found: unknown): Miss => ({
  field,
  expected: shortened(expected),
  ...(found !== undefined && {found: shortened(found)}),
});

/** True if the service reads both values as the same. If it ignores one of them, they must be identical. */
function isReadAlike(expected: unknown, found: unknown, schema: z.ZodType | undefined): boolean {
  const [one, other] = [schema?.safeParse(expected), schema?.safeParse(found)];
  return one?.success && other?.success ? isDeepStrictEqual(one.data, other.data) : isDeepStrictEqual(expected, found);
}

type Value = string | number | boolean | readonly string[];

/** The parameters that differ. Values are compared as the service reads them: `"25"` equals 25. */
export function queryMisses(
  expected: Readonly<Record<string, Value>>,
  {query, operation}: Pick<MatchableRequest, 'query' | 'operation'>,
): readonly Miss[] {
  const shape: Readonly<Record<string, z.ZodType>> = operation?.query?.shape ?? {};
  return Object.entries(expected).flatMap(([name, value]) => {
    const found = Object.hasOwn(query, name) ? query[name] : undefined;
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return found !== undefined && isReadAlike(sentAs(value), sentAs(found), schema)
      ? []
      : [miss(`query.${name}`, value, found)];
  });
}

/** Converts to text, as parameters are sent. A single value may come as an array or not. */
function sentAs(value: Value): string | readonly string[] {
  if (typeof value === 'object') {
    return value.length === 1 ? value[0]! : value;
  }
  return String(value);
}

interface Place {
  /** `body.groups[0]` */
  readonly path: string;
  /** The service's schema for the value; undefined if the service does not read it or the schema is unknown. */
  readonly schema: z.ZodType | undefined;
}

/**
 * Compares expected with sent values as the service reads them: `"50"` equals 50 for a number. An object may have
 * further fields; arrays must have the same length, and their elements are compared likewise.
 */
export class Subset {
  readonly misses: Miss[] = [];
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** @param found undefined if nothing was sent */
  compare(expected: unknown, found: unknown, place: Place): void {
    if (this.misses.length >= this.#most || expected === found) {
      return;
    }
    const inner = place.schema && unwrap(place.schema);
    if (isObject(expected) && isObject(found)) {
      this.#compareFields(expected, found, place.path, inner);
    } else if (Array.isArray(expected) && Array.isArray(found) && expected.length === found.length) {
      const schema = inner instanceof z.ZodArray ? (inner.element as z.ZodType) : undefined;
      for (const [index, value] of expected.entries()) {
        this.compare(value, found[index], {path: `${place.path}[${index}]`, schema});
      }
    } else if (found === undefined || !isReadAlike(expected, found, place.schema)) {
      this.misses.push(miss(place.path, expected, found));
    }
  }

  #compareFields(expected: object, found: object, path: string, schema: z.ZodType | undefined): void {
    const shape: Readonly<Record<string, unknown>> = schema instanceof z.ZodObject ? schema.shape : {};
    for (const [name, value] of Object.entries(expected)) {
      this.compare(value, own(found, name), {path: `${path}.${name}`, schema: own(shape, name) as z.ZodType});
    }
  }
}

const own = (object: object, name: string): unknown =>
  Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;
