import * as z from 'zod';
import {list} from '../../operations/crud.js';
import {kindOf, type ListedResource} from '../../operations/kinds/kind.js';
import {beyondContract} from '../../operations/operation.js';
import {presenterOf} from '../../operations/reply.js';
import {behindOthers, idOf, nameField, ordinalField} from '../../schema/common-fields.js';
import {impersonal} from '../../schema/marks.js';
import {tags} from '../tags.js';

export type ClassAffiliationTypeRow = z.infer<typeof classOutput>;

const classOutput = z.strictObject({
  id: idOf('the class affiliation type'),
  name: nameField,
  ordinal: ordinalField,
});

/** The role of a constituent in a class of a school. Not part of `/types`. */
export const classAffiliationTypes: ListedResource<ClassAffiliationTypeRow> = {
  name: 'class_affiliation_types',
  itemType: 'class_affiliation_type',
  tag: tags.lookups,
  firstId: 515,
  output: classOutput,
  present: presenterOf(classOutput),
  build: ({name}, {id}) => ({id, name, ordinal: behindOthers}),
  importer: {required: ['name']},
  learned: {facts: ['id', 'ordinal'], words: ['name']},
  seedExample: [{$id: 'evening', name: 'Evening school'}],
};

export const classAffiliationTypeKind = kindOf(
  classAffiliationTypes,
  beyondContract('observed: a class affiliation names one of these by class_affiliation_type_id', [
    list(classAffiliationTypes),
  ]),
);

export type RelationshipTypeRow = z.infer<typeof relationshipOutput>;

const relationshipOutput = z.strictObject({
  id: idOf('the relationship type'),
  name: nameField,
  short_code: z.string().describe('A short code.'),
  type_code: z.string().describe('A code for the kind of relationship.'),
  ordinal: ordinalField,
  removable: z.boolean().describe('True if people may remove it. The API does not enforce this.'),
  reciprocal_id: z.int().nullable().describe('The type of the reverse relationship.'),
  auto_soft_credit: z.boolean().nullable().describe('True if a gift of one gives a soft credit to the other.'),
  share_class_year: z.boolean().nullable().describe('True if both share the year of the class.'),
  share_membership: z.boolean().describe('True if both share a membership.'),
  is_spouse_partner: z.boolean().describe('True if the two are a couple.'),
  share_class_year_to: impersonal(z.int()).nullable().describe('The constituent who shares the year of the class.'),
});

export const relationshipTypes: ListedResource<RelationshipTypeRow> = {
  name: 'relationship_types',
  itemType: 'relationship_type',
  tag: tags.lookups,
  firstId: 41,
  output: relationshipOutput,
  present: presenterOf(relationshipOutput),
  references: [{id: 'reciprocal_id', to: 'relationship_types'}],
  build: ({name}, {id}) => ({
    id,
    name,
    short_code: name,
    type_code: 'other',
    ordinal: behindOthers,
    removable: true,
    reciprocal_id: null,
    auto_soft_credit: null,
    share_class_year: null,
    share_membership: false,
    is_spouse_partner: false,
    share_class_year_to: null,
  }),
  columns: {name: 'Name', reciprocal_id: 'Way back'},
  importer: {required: ['name']},
  learned: {
    facts: [
      ...['id', 'ordinal', 'removable', 'reciprocal_id', 'auto_soft_credit', 'share_class_year'],
      ...['share_membership', 'is_spouse_partner', 'share_class_year_to'],
    ],
    words: ['name', 'short_code', 'type_code'],
  },
  seedExample: [{$id: 'neighbour', name: 'Neighbour'}],
};

export const relationshipTypeKind = kindOf(
  relationshipTypes,
  beyondContract('a relationship names one of these by relationship_type_id', [list(relationshipTypes)]),
);
