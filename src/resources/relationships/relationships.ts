import * as z from 'zod';
import {kindOf, type StoredKind} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/presenter.js';
import {idOf, ofConstituent} from '../../schema/common-fields.js';

/** What one constituent is to another. Only seen inside a constituent; goes with either of the two. */
export type RelationshipRow = z.infer<typeof relationshipOutput>;

export const relationshipOutput = z.strictObject({
  id: idOf('the relationship'),
  relationship_type_id: z.int().describe('What the other one is, from `GET /relationship_types`.'),
  constituent_id: ofConstituent,
  related_constituent_id: z.int().describe('The other constituent.'),
  name: z.string().describe('The name of the other constituent.'),
  description: z.string().nullable().describe('What the other one is.'),
  auto_soft_credit: z.boolean().describe('Whether a gift of one gives a soft credit to the other.'),
  also_acknowledge: z.boolean().describe('Whether the other one is thanked as well.'),
  share_address: z.boolean().nullable().describe('Whether both have one address.'),
  share_phone: z.boolean().nullable().describe('Whether both have one phone number.'),
});

export const relationships: StoredKind<RelationshipRow> = {
  name: 'relationships',
  itemType: 'relationship',
  firstId: 214500,
  indexes: {constituent_id: [], related_constituent_id: []},
  parents: {constituent_id: 'constituents', related_constituent_id: 'constituents'},
  references: [{id: 'relationship_type_id', name: 'name', to: 'relationship_types', required: true}],
  output: relationshipOutput,
  present: presenterOf(relationshipOutput),
  build: ({relationship_type_id, constituent_id, related_constituent_id, name}, {id}) => ({
    id,
    relationship_type_id,
    constituent_id,
    related_constituent_id,
    name,
    description: null,
    auto_soft_credit: false,
    also_acknowledge: false,
    share_address: null,
    share_phone: null,
  }),
};

export const relationshipKind = kindOf(relationships);
