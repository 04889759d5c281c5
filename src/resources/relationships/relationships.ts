import * as z from 'zod';
import {presenterOf} from '../../operations/presenter.js';
import type {CollectionSpec} from '../../store/collection.js';

export const relationshipOutput = z.strictObject({
  id: z.int(),
  relationship_type_id: z.int(),
  constituent_id: z.int(),
  related_constituent_id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  auto_soft_credit: z.boolean(),
  also_acknowledge: z.boolean(),
  share_address: z.boolean().nullable(),
  share_phone: z.boolean().nullable(),
});

/** What one constituent is to another. Only seen inside a constituent; goes with either of the two. */
export type RelationshipRow = z.infer<typeof relationshipOutput>;

export const relationships: CollectionSpec<RelationshipRow> = {
  name: 'relationships',
  firstId: 214500,
  indexes: {constituent_id: [], related_constituent_id: []},
  parents: {constituent_id: 'constituents', related_constituent_id: 'constituents'},
};

export const presentRelationship = presenterOf<RelationshipRow>(relationshipOutput);
