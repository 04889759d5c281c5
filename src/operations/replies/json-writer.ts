import * as z from 'zod';
import {isAmount} from '../../schema/fields.js';
import {unwrap} from '../../schema/parse-body.js';
import {memoizeWeakly} from '../../store/caching.js';
import {concat, enclose, type Pieces} from './long-reply.js';
import type {RowTexts} from './row-texts.js';

/**
 * Writes a value as JSON. What is long comes in pieces, because a response can exceed the longest string in JavaScript.
 * @param start of an object, up to its first field; `{` by default
 */
export type Write = (value: unknown, texts: RowTexts, start?: string) => Pieces;

/** How a field that does not stand in the row follows from it. */
export type Compute<R, C> = (row: R, context: C) => unknown;

/** A row as a response shows it; it is written when the response is. */
export class Shown {
  constructor(
    readonly writer: ObjectWriter,
    readonly row: object,
    /** Passed to the functions that compute fields. */
    readonly context: unknown,
  ) {}

  /** As a plain object; the rows that its fields show are left as they are. */
  toJSON(): object {
    return this.writer.toObject(this.row, this.context);
  }
}

/**
 * Returns the writer of a response, or of a part of one, by its schema. It writes the same bytes as JSON.stringify with
 * the fields in the order of the schema, except for amounts. Observed: the service writes those with a decimal, `100.0`,
 * which JSON.stringify never does.
 */
export const writerOf = memoizeWeakly((schema: z.ZodType): Write => {
  const bare = unwrap(schema);
  if (bare instanceof z.ZodArray) {
    return listWriter(writerOf(bare.element as z.ZodType));
  }
  if (bare instanceof z.ZodObject) {
    const writer = new ObjectWriter(bare);
    return (value, texts, start) => (value === null ? 'null' : writer.write(value as object, texts, start));
  }
  const isDecimal = isAmount(bare);
  return value => scalarText(value, isDecimal);
});

function listWriter(writeItem: Write): Write {
  return (value, texts) => {
    if (value === null) {
      return 'null';
    }
    const items = value as readonly unknown[];
    const at = (index: number) => {
      const item = writeItem(items[index], texts);
      return index === 0 ? item : enclose(',', item);
    };
    return items.length === 0 ? '[]' : concat('[', {count: items.length, at, end: ']'});
  };
}

interface Field {
  readonly name: string;
  /** `,"name":` */
  readonly key: string;
  readonly isAmount: boolean;
}

/** A list, an object or a computed field. */
interface SeparateField extends Field {
  readonly write: Write;
  readonly compute: Compute<object, unknown>;
}

/** Writes objects of one schema: runs of scalar fields at once, and lists, objects and computed fields between them. */
export class ObjectWriter {
  /** The scalar fields before the first separate field, between those, and after the last. */
  readonly #runs: ReadonlyArray<readonly Field[]>;
  readonly #separate: readonly SeparateField[];

  constructor({shape}: z.ZodObject, computed: Readonly<Record<string, Compute<never, never>>> = {}) {
    const runs: Field[][] = [[]];
    const separate: SeparateField[] = [];
    for (const [name, schema] of Object.entries(shape as Readonly<Record<string, z.ZodType>>)) {
      const bare = unwrap(schema);
      const field = {name, key: `,${JSON.stringify(name)}:`, isAmount: isAmount(bare)};
      if (Object.hasOwn(computed, name) || bare instanceof z.ZodArray || bare instanceof z.ZodObject) {
        const compute = (computed[name] as Compute<object, unknown> | undefined) ?? (row => fieldOf(row, name));
        separate.push({...field, write: writerOf(schema), compute});
        runs.push([]);
      } else {
        runs.at(-1)!.push(field);
      }
    }
    if (runs[0]!.length === 0) {
      throw new Error(`${separate[0]?.name ?? 'nothing'} comes first in a reply, and stands in no row`);
    }
    this.#runs = runs;
    this.#separate = separate;
  }

  write(value: object, texts: RowTexts, start = '{'): Pieces {
    if (value instanceof Shown) {
      const {writer, row, context} = value;
      return writer.#write(row, context, texts.get(writer, row, writer.#writeRuns), texts, start);
    }
    return this.#write(value, undefined, this.#writeRuns(value), texts, start);
  }

  #write(row: object, context: unknown, runs: readonly string[], texts: RowTexts, start: string): Pieces {
    if (runs.length === 1) {
      return start + runs[0]!;
    }
    const at = (index: number) => {
      const {key, write, compute} = this.#separate[index]!;
      const value = compute(row, context);
      return value === undefined ? runs[index + 1]! : enclose(key, write(value, texts), runs[index + 1]);
    };
    return concat(start + runs[0]!, {count: this.#separate.length, at, end: ''});
  }

  readonly #writeRuns = (row: object): readonly string[] => {
    const texts = this.#runs.map(fields => fieldsText(fields, row));
    if (texts[0] === '') {
      throw new Error(`a reply lacks ${this.#runs[0]![0]!.name}, the first of its fields`);
    }
    texts[0] = texts[0]!.slice(1);
    texts.push(`${texts.pop()}}`);
    return texts;
  };

  toObject(row: object, context: unknown): object {
    const object: Record<string, unknown> = {};
    for (const [index, run] of this.#runs.entries()) {
      for (const {name} of run) {
        object[name] = fieldOf(row, name);
      }
      const separate = this.#separate[index];
      if (separate !== undefined) {
        object[separate.name] = separate.compute(row, context);
      }
    }
    return object;
  }
}

const fieldOf = (row: object, name: string): unknown => (row as Readonly<Record<string, unknown>>)[name];

/** Like JSON, leaves out fields that are undefined. */
function fieldsText(fields: readonly Field[], row: object): string {
  let text = '';
  for (const {name, key, isAmount} of fields) {
    const value = fieldOf(row, name);
    if (value !== undefined) {
      text += key + scalarText(value, isAmount);
    }
  }
  return text;
}

function scalarText(value: unknown, isAmount: boolean): string {
  switch (typeof value) {
    case 'string':
      return escaped.test(value) ? JSON.stringify(value) : `"${value}"`;
    case 'number':
      // From 1e21 on, a number is written with an exponent.
      return isAmount && Number.isInteger(value) && Math.abs(value) < 1e21 ? `${value}.0` : numberText(value);
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return value === null ? 'null' : (JSON.stringify(value) ?? 'null');
  }
}

const numberText = (value: number): string => (Number.isFinite(value) ? `${value}` : 'null');

/** Characters that JSON escapes; lone surrogates, and with them whole pairs, are left to JSON.stringify. */
const escaped = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;
