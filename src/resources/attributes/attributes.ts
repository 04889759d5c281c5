import * as z from 'zod';
import {listBy} from '../../operations/crud.js';
import {presenterOf} from '../../operations/presenter.js';
import type {ListedResource} from '../../operations/resource.js';
import {wordFilter} from '../../schema/query.js';

/** Whose records a custom attribute is for. */
const owners = ['Constituent', 'AppealRequest', 'Invitation'] as const;

const output = z.strictObject({
  id: z.int(),
  item_type: z.enum(owners),
  name: z.string(),
  description: z.string().nullable(),
  key: z.string(),
  min_val: z.number().nullable(),
  max_val: z.number().nullable(),
});

/** A custom attribute definition; what a record holds of it is in `custom-attributes.ts`. */
export type AttributeRow = z.infer<typeof output> & {
  readonly classification: 'text' | 'integer' | 'date';
  readonly ordinal: number;
};

export const attributes: ListedResource<AttributeRow> = {
  name: 'attributes',
  itemType: 'attribute',
  tag: 'Lookup lists',
  firstId: 3310,
  indexes: {item_type: []},
  output,
  present: presenterOf(output),
};

export const operations = [listBy(attributes, 'item_type', wordFilter(owners).optional())];
