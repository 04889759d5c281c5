import * as z from 'zod';
import {list} from '../../operations/crud.js';
import {beyondContract} from '../../operations/operation.js';
import {presenterOf} from '../../operations/presenter.js';
import type {ListedResource} from '../../operations/resource.js';

const output = z.strictObject({
  id: z.int(),
  name: z.string(),
  short_code: z.string(),
  type_code: z.string(),
  ordinal: z.int(),
  removable: z.boolean(),
  reciprocal_id: z.int().nullable(),
  auto_soft_credit: z.boolean().nullable(),
  share_class_year: z.boolean().nullable(),
  share_membership: z.boolean(),
  is_spouse_partner: z.boolean(),
  share_class_year_to: z.int().nullable(),
});

export type RelationshipTypeRow = z.infer<typeof output>;

export const relationshipTypes: ListedResource<RelationshipTypeRow> = {
  name: 'relationship_types',
  itemType: 'relationship_type',
  tag: 'Lookup lists',
  firstId: 41,
  output,
  present: presenterOf(output),
};

export const operations = beyondContract('relationship_type_id of a relationship holds the id of one of these', [
  list(relationshipTypes),
]);
