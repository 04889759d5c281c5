import type {Issues} from '../../schema/issues.js';
import type {Row} from '../../store/order.js';
import type {Transaction} from '../../store/transaction.js';
import type {Lookup} from './lookup.js';

/** What a new row is made with besides its body. */
export interface BuildContext {
  readonly id: number;
  /** The ids of the records it goes with, by field: `{constituent_id: 959480}`. */
  readonly parents: Readonly<Record<string, number>>;
  readonly transaction: Transaction;
}

/** What a body is looked at with before anything is made of it. */
export interface ResolveContext<R extends Row> {
  readonly transaction: Transaction;
  /** Where the records are found that it names. */
  readonly lookup: Lookup;
  readonly issues: Issues;
  /** The row that an update changes; undefined on create. */
  readonly row: R | undefined;
  /**
   * Set where a record is imported, and not sent to an operation. It is then taken as it was recorded: a name beside
   * an id stays, and all that it holds replaces all that the row `before` held.
   */
  readonly imported?: {readonly id: number; readonly before: R | undefined};
}

/** The same of a kind whose row type does not matter. */
// biome-ignore lint/suspicious/noExplicitAny: rules that several kinds share look into rows of each
export type AnyContext = ResolveContext<any>;
