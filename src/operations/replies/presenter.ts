import type * as z from 'zod';
import type {Transaction} from '../../store/transaction.js';
import type {RowText, RowTexts} from './row-texts.js';
import {RowForm, Shown} from './shown.js';

type Compute<R> = (row: R, transaction: Transaction) => unknown;

/** Fields that stand in no row: how each is computed. */
type Computed<R> = Readonly<Record<string, Compute<R>>>;

type Present<R> = (row: R, transaction: Transaction) => Shown;

/**
 * A `present` for rows that hold their reply: every field of the schema, in its order, and no other. A row may keep
 * more than the wire shows; what it does not hold, or what does not follow from the row alone, is `computed`, of the
 * row and of what can be looked up by the transaction, and of nothing else.
 */
export function presenterOf<R extends object>(output: z.ZodObject): (row: R) => Shown;
export function presenterOf<R extends object>(output: z.ZodObject, computed: Computed<R>): Present<R>;
export function presenterOf<R extends object>(output: z.ZodObject, computed: Computed<R> = {}): Present<R> {
  let made: {readonly form: RowForm; readonly makers: ReadonlyArray<Compute<R>>} | undefined;
  return (row, transaction) => {
    // Made for the first row that is shown: a start would pay for some forty kinds, and most clients ask for a few.
    made ??= formed(output, computed);
    return new LookedUp(made.form, row, made.makers, transaction);
  };
}

function formed<R>(output: z.ZodObject, computed: Computed<R>) {
  const form = new RowForm(output, name => Object.hasOwn(computed, name));
  return {form, makers: form.computed.map(({name}) => computed[name]!)};
}

/** A row with what follows from it and from other records. */
class LookedUp<R extends object> extends Shown {
  readonly #makers: ReadonlyArray<Compute<R>>;
  readonly #transaction: Transaction;

  constructor(form: RowForm, row: R, makers: ReadonlyArray<Compute<R>>, transaction: Transaction) {
    super(form, row);
    this.#makers = makers;
    this.#transaction = transaction;
  }

  protected override computedValue(index: number): unknown {
    return this.#makers[index]!(this.row as R, this.#transaction);
  }

  /** What was written before is still right where all is as it was that it was worked out from. */
  protected override computedText(index: number, known: RowText, texts: RowTexts): string {
    const before = known.computed[index];
    const transaction = this.#transaction;
    if (before !== undefined && transaction.isAsRead(before.reads)) {
      return before.text;
    }
    if (texts.most === 0 || transaction.hasChanged) {
      return this.writeValue(index, texts); // what it reads may change yet
    }
    const [text, reads] = transaction.noting(() => this.writeValue(index, texts));
    texts.setComputed(known, index, {text, reads});
    return text;
  }
}
