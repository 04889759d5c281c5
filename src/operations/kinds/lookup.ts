import type {Fields} from '../../schema/fields.js';
import type {Transaction} from '../../store/transaction.js';

/** A record as it is looked up: its row, or as much of one as is known of a record that is still to be stored. */
export type Found = Fields & {readonly id: number};

/** Finds the records that a body names. */
export interface Lookup {
  get(kind: string, id: number): Found | undefined;
  /** Those with this value, in the order of the field's index. */
  where(kind: string, field: string, value: string | number): readonly Found[];
  /** Those that lists hold, in the order of lists. */
  listed(kind: string): readonly Found[];
}

/** Looks among the records of an account. */
export const lookupIn = (transaction: Transaction): Lookup => ({
  get: (kind, id) => {
    const rows = transaction.rows(kind);
    const row = rows.get(id);
    return row === undefined || rows.spec.hidden?.(row) ? undefined : (row as Found);
  },
  where: (kind, field, value) =>
    transaction
      .rows(kind)
      .where(field as 'id', value as number)
      .toArray() as Found[],
  listed: kind => transaction.rows(kind).listed().toArray() as Found[],
});
