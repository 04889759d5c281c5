import type {Fields} from '../../schema/fields.js';
import type {Issues} from '../../schema/issues.js';
import type {Row} from '../../store/order.js';
import type {Transaction} from '../../store/transaction.js';

export interface BuildContext {
  readonly id: number;
  /** By field: `{constituent_id: 959480}`. */
  readonly parents: Readonly<Record<string, number>>;
  readonly transaction: Transaction;
}

export interface ResolveContext<R extends Row> {
  readonly transaction: Transaction;
  readonly lookup: Lookup;
  readonly issues: Issues;
  /** The row that an update changes; undefined on create. */
  readonly row: R | undefined;
  /**
   * Set for imported records, not for operations. These are stored as recorded: a name next to an id is kept, and
   * nested records replace all those of the row `before`.
   */
  readonly imported?: {readonly id: number; readonly before: R | undefined};
}

/** For kinds whose row type does not matter. */
// biome-ignore lint/suspicious/noExplicitAny: rules that several kinds share look into rows of each
export type AnyContext = ResolveContext<any>;

/** A record from a lookup: its row, or the known part of a record that is not stored yet. */
export type Found = Fields & {readonly id: number};

export interface Lookup {
  get(kind: string, id: number): Found | undefined;
  /** The records with this value, in the order of the field's index. */
  where(kind: string, field: string, value: string | number): readonly Found[];
  listed(kind: string): readonly Found[];
}

export const lookupIn = (transaction: Transaction): Lookup => ({
  get: (kind, id) => transaction.rows(kind).find(id) as Found | undefined,
  where: (kind, field, value) =>
    transaction
      .rows(kind)
      .where(field as 'id', value as number)
      .toArray() as Found[],
  listed: kind => transaction.rows(kind).listed().toArray() as Found[],
});
