import * as z from 'zod';
import {createUnder, destroy, listUnder, show, update} from '../../operations/crud.js';
import type {BuildContext, Resource} from '../../operations/resource.js';
import {timestamp} from '../../schema/fields.js';
import type {Row} from '../../store/order.js';
import type {Transaction} from '../../store/transaction.js';

/** What the four kinds of address share: they belong to a constituent, and one of a kind is the preferred one. */
export interface AddressRow extends Row {
  readonly item_id: number;
  readonly item_type: 'Constituent';
  readonly is_preferred: boolean;
}

/** The fields around an address's own, in the order of replies. */
export const owner = {id: z.int(), item_id: z.int(), item_type: z.literal('Constituent')};

export const preference = {is_preferred: z.boolean(), not_current: z.boolean(), parent_id: z.int().nullable()};

export const moments = {created_at: timestamp, updated_at: timestamp};

/** What each kind of new address starts with. Spread it last: an object that begins with a spread is slow to make. */
export const newAddress = (
  {is_preferred}: {is_preferred?: boolean | null | undefined},
  {id, parents, transaction: {now}}: BuildContext,
) => ({
  id,
  item_id: parents.item_id!,
  item_type: 'Constituent' as const,
  is_preferred: is_preferred ?? false,
  parent_id: null,
  created_at: now,
  updated_at: now,
});

/** How the store keeps an address under its constituent. */
export const underConstituent = {indexes: {item_id: []}, parents: {item_id: 'constituents'}} as const;

/** The copy nested in a constituent lacks `item_id` and `item_type`. */
export const nested = (output: z.ZodObject) => output.omit({item_id: true, item_type: true});

/** Setting one preferred clears the others of its kind. */
export function keepOnePreferred<R extends AddressRow>(resource: Resource<R>) {
  return (row: R, transaction: Transaction): void => {
    if (!row.is_preferred) {
      return;
    }
    for (const other of transaction.rows(resource).where('item_id', row.item_id).toArray()) {
      if (other.is_preferred && other.id !== row.id) {
        transaction.put(resource, {...other, is_preferred: false});
      }
    }
  };
}

/** List and create under a constituent; show, change and delete on their own. */
export const addressOperations = <R extends AddressRow>(resource: Resource<R>) => [
  listUnder(resource, 'constituents'),
  createUnder(resource, 'constituents'),
  show(resource),
  update(resource),
  destroy(resource),
];
