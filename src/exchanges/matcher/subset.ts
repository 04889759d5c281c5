import * as z from 'zod';
import {isObject} from '../../schema/items.js';
import {unwrap} from '../../schema/parse-body.js';
import {type Miss, miss} from './miss.js';
import {isReadAlike} from './read-alike.js';

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
