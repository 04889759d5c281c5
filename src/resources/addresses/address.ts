import * as z from 'zod';
import {createUnder, destroy, listUnder, show, update} from '../../operations/crud.js';
import type {BuildContext} from '../../operations/kinds/context.js';
import type {Resource} from '../../operations/kinds/kind.js';
import type {Operation} from '../../operations/operation.js';
import {idOf} from '../../schema/common-fields.js';
import {named} from '../../schema/components.js';
import {derived} from '../../schema/marks.js';
import type {Row} from '../../store/order.js';
import type {Transaction} from '../../store/transaction.js';

/** Shared by the four kinds of address: each belongs to a constituent, and at most one per kind is preferred. */
export interface AddressRow extends Row {
  readonly item_id: number;
  readonly item_type: 'Constituent';
  readonly is_preferred: boolean;
}

/** The fields before and after an address's own, in the order of responses. */
export const owner = {
  id: idOf('the address'),
  item_id: z.int().describe('The constituent that the record belongs to.'),
  item_type: z.literal('Constituent').describe('The kind of record that it applies to.'),
};

export const preference = {
  is_preferred: derived(z.boolean()).describe(
    'True if it is the preferred one; one of each kind is. By default, the first one of a constituent is preferred.',
  ),
  not_current: z.boolean().describe('True if it is out of date.'),
  parent_id: z.int().nullable().describe('The address that this one is synchronized with, if any.'),
};

/** Initial fields of every kind of address. Spread it last: an object literal that begins with a spread is slow. */
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

/** The copy inside a constituent lacks `item_id` and `item_type`. @param name of the copy in the document */
export const nested = (name: string, output: z.ZodObject) => named(name, output.omit({item_id: true, item_type: true}));

/** An address belongs to a constituent. Storing a preferred one clears `is_preferred` of the others of its kind. */
export const ofConstituent = <R extends AddressRow>(kind: () => Pick<Resource<R>, 'name' | 'firstId'>) => ({
  indexes: {item_id: []},
  parents: {item_id: 'constituents'},
  stored: (row: R, transaction: Transaction, isSpared: (id: number) => boolean = () => false): void => {
    const others = row.is_preferred ? transaction.rows<R>(kind()).where('item_id', row.item_id).toArray() : [];
    for (const other of others) {
      if (other.is_preferred && other.id !== row.id && !isSpared(other.id)) {
        transaction.put(kind(), {...other, is_preferred: false});
      }
    }
  },
});

/** True if the constituent has no address of the kind yet: the first one becomes preferred. */
export const isFirst = (kind: string, constituentId: number, transaction: Transaction): boolean =>
  transaction.rows<AddressRow>({name: kind, firstId: 0}).where('item_id', constituentId).total === 0;

/** Decided: a first address is preferred here as well unless the body sets the flag; a later one is not. */
function createPreferring<R extends AddressRow>(resource: Resource<R>): Operation {
  const create = createUnder(resource, 'constituents');
  return {
    ...create,
    handle: (input, transaction) => {
      const {params, body} = input;
      const is_preferred = body.is_preferred ?? isFirst(resource.name, params.constituent_id!, transaction);
      return create.handle({...input, body: {...body, is_preferred}}, transaction);
    },
  };
}

/**
 * List and create under a constituent; read, update and delete by id.
 * @param prefersFirst true if a constituent's first address becomes the preferred one by default
 */
export const addressOperations = <R extends AddressRow>(resource: Resource<R>, prefersFirst = true) => [
  listUnder(resource, 'constituents'),
  prefersFirst ? createPreferring(resource) : createUnder(resource, 'constituents'),
  show(resource),
  update(resource),
  destroy(resource),
];
