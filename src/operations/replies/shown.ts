import type * as z from 'zod';
import {
  type FieldWriter,
  fieldWriter,
  longestText,
  piecesOf,
  SelfWritten,
  TooLong,
  writeFields,
} from './json-writer.js';
import {noRowTexts, type RowText, type RowTexts} from './row-texts.js';

/**
 * What rows of a kind are shown as: fields that a row holds, and fields that are computed for it. The first follow from
 * the row alone, so they are written once for each row; see `RowTexts`.
 */
export class RowForm {
  /** What is computed, in the order of the reply. */
  readonly computed: readonly FieldWriter[];
  /** The fields of the row: before the first that is computed, between those, and behind the last. */
  readonly #own: ReadonlyArray<readonly FieldWriter[]>;

  /**
   * @param output every field, in the order of the reply
   * @param isComputed whether a field stands in no row
   */
  constructor(output: z.ZodObject, isComputed: (name: string) => boolean) {
    const own: FieldWriter[][] = [[]];
    const computed: FieldWriter[] = [];
    for (const [name, schema] of Object.entries(output.shape)) {
      const field = fieldWriter(name, schema as z.ZodType, own[0]!.length === 0);
      if (isComputed(name)) {
        computed.push(field);
        own.push([]);
      } else {
        own.at(-1)!.push(field);
      }
    }
    if (own[0]!.length === 0) {
      throw new Error(`${computed[0]?.name ?? 'nothing'} comes first in a reply, and stands in no row`);
    }
    this.computed = computed;
    this.#own = own;
  }

  /** What is known of a row by now. */
  textOf(row: object, texts: RowTexts): RowText {
    return texts.of(this, row, this.#write);
  }

  /** A row as an object. @param compute what is computed for it, by its place among that */
  toObject(row: object, compute: (index: number) => unknown): object {
    const fields = row as Readonly<Record<string, unknown>>;
    const object: Record<string, unknown> = {};
    for (const [index, own] of this.#own.entries()) {
      for (const {name} of own) {
        object[name] = fields[name];
      }
      const computed = this.computed[index];
      if (computed !== undefined) {
        object[computed.name] = plain(compute(index));
      }
    }
    return object;
  }

  readonly #write = (row: object): RowText => {
    const own = this.#own.map((fields, index) => {
      const text = writeFields(fields, row, noRowTexts);
      return index === this.#own.length - 1 ? `${text}}` : text;
    });
    return {own, computed: []};
  };
}

/** A row as a reply shows it, put together only once it is sent. */
export abstract class Shown extends SelfWritten {
  constructor(
    readonly form: RowForm,
    readonly row: object,
  ) {
    super();
  }

  override write(texts: RowTexts): string {
    const known = this.form.textOf(this.row, texts);
    const {own} = known;
    let text = own[0]!;
    for (let index = 1; index < own.length; index++) {
      text += this.computedText(index - 1, known, texts) + own[index]!;
      if (text.length > longestText && index < own.length - 1) {
        throw new TooLong();
      }
    }
    return text;
  }

  override *pieces(texts: RowTexts): Generator<string, void> {
    const {own} = this.form.textOf(this.row, texts);
    yield own[0]!;
    for (const [index, field] of this.form.computed.entries()) {
      const value = this.computedValue(index);
      if (value !== undefined) {
        yield field.key;
        yield* piecesOf(field, value, texts);
      }
      yield own[index + 1]!;
    }
  }

  /** As a plain object, with all that is inside. */
  toJSON(): object {
    return this.form.toObject(this.row, index => this.computedValue(index));
  }

  /** What is computed for the row, by its place among that. */
  protected abstract computedValue(index: number): unknown;

  /** The same as JSON, with its name. */
  protected abstract computedText(index: number, known: RowText, texts: RowTexts): string;

  protected writeValue(index: number, texts: RowTexts): string {
    const value = this.computedValue(index);
    const field = this.form.computed[index]!;
    if (value === undefined) {
      return '';
    }
    return value === null ? field.null : field.key + field.write(value, texts);
  }
}

/** A row with what goes with it here, and not with the row wherever it is shown. */
export class ShownWith extends Shown {
  readonly #values: readonly unknown[];

  /** @param values in the order of the form */
  constructor(form: RowForm, row: object, values: readonly unknown[]) {
    super(form, row);
    this.#values = values;
  }

  protected override computedValue(index: number): unknown {
    return this.#values[index];
  }

  protected override computedText(index: number, _: RowText, texts: RowTexts): string {
    return this.writeValue(index, texts);
  }
}

/** What is shown as plain objects, to be read, checked or changed. */
export function plain<T>(value: T): T {
  if (value instanceof Shown) {
    return value.toJSON() as T;
  }
  if (Array.isArray(value)) {
    return value.map(plain) as T;
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, plain(held)])) as T;
}
