import * as z from 'zod';
import {createUnder, destroy, listUnder, show, update} from '../../operations/crud.js';
import {lookupIn} from '../../operations/kinds/context.js';
import {kindOf, type Resource} from '../../operations/kinds/kind.js';
import {type Reference, resolveReferences} from '../../operations/kinds/references.js';
import {insertRow} from '../../operations/kinds/write-rows.js';
import {beyondContract, type Operation} from '../../operations/operation.js';
import {presenterOf} from '../../operations/reply.js';
import {idOf, ofConstituent} from '../../schema/common-fields.js';
import {named} from '../../schema/components.js';
import {body, type Fields, flag, ignoredId, ignoredText, integer, text} from '../../schema/fields.js';
import type {Issues} from '../../schema/issues.js';
import type {Transaction} from '../../store/transaction.js';
import {tags} from '../tags.js';

/** A constituent's relationship to another. It belongs to both. */
type RelationshipRow = z.infer<typeof relationshipOutput>;

const shownFields = {
  related_constituent_id: integer.nullish(),
  relationship_type_id: integer.nullish(),
  name: text.nullish(),
  description: text.nullish(),
  share_address: integer.nullish(),
  share_phone: integer.nullish(),
  auto_soft_credit: flag.nullish(),
  also_acknowledge: flag.nullish(),
};

/** All fields are optional. Those that are in no response describe the reciprocal relationship. */
export const relationshipBody = named(
  'ConstituentRelationshipCreate',
  body({
    ...shownFields,
    reciprocal_id: integer.nullish().describe('The type of the reverse relationship, from `GET /relationship_types`.'),
    rec_name: text.nullish().describe('The name of the type of the reverse relationship.'),
    reciprocal_description: text.nullish().describe('The description of the reverse relationship.'),
    id: ignoredId.describe('Ignored; in a PATCH of the constituent, the relationship to change.'),
    created_at: ignoredText.describe('Ignored: a relationship has no timestamps.'),
    updated_at: ignoredText.describe('Ignored: a relationship has no timestamps.'),
  }),
);

type RelationshipBody = z.infer<typeof relationshipBody>;

export const relationshipOutput = z.strictObject({
  id: idOf('the relationship'),
  relationship_type_id: z
    .int()
    .nullable()
    .describe('The role of the other constituent, from `GET /relationship_types`.'),
  constituent_id: ofConstituent,
  related_constituent_id: z.int().nullable().describe('The other constituent.'),
  name: z.string().nullable().describe('The name of the type: `Friend`.'),
  description: z.string().nullable().describe('A description of the role of the other constituent.'),
  auto_soft_credit: z.boolean().describe('True if a gift of one gives a soft credit to the other.'),
  also_acknowledge: z.boolean().describe('True if the other one is thanked as well.'),
  share_address: z.int().nullable().describe('Nonzero if both share an address: a number, as sent.'),
  share_phone: z.int().nullable().describe('Nonzero if both share a phone number: a number, as sent.'),
});

/** Fields of a body that are not in the row. */
const unkept = ['reciprocal_id', 'rec_name', 'reciprocal_description', 'id', 'created_at', 'updated_at'];

/** The path parameter for the first relationship; it differs from the kind's name. */
const firstPath = (rows: (kind: string) => readonly Fields[]) => ({id: String(rows('relationships')[0]!.id)});

/** The path is `/constituent_relationships`; a constituent has them as `relationships`. */
export const relationships: Resource<RelationshipRow, RelationshipBody> = {
  name: 'relationships',
  itemType: 'constituent_relationship',
  tag: tags.relationships,
  firstId: 214500,
  indexes: {constituent_id: [], related_constituent_id: []},
  parents: {constituent_id: 'constituents', related_constituent_id: 'constituents'},
  references: [
    {id: 'related_constituent_id', to: 'constituents'},
    {id: 'relationship_type_id', name: 'name', to: 'relationship_types', unknownId: 'ignore'},
  ],
  output: relationshipOutput,
  body: body(shownFields),
  changes: relationshipBody,
  present: presenterOf(relationshipOutput),
  resolve: body => Object.fromEntries(Object.entries(body).filter(([field]) => !unkept.includes(field))),
  build: (body, {id, parents}) => ({
    id,
    relationship_type_id: body.relationship_type_id ?? null,
    constituent_id: parents.constituent_id!,
    related_constituent_id: body.related_constituent_id ?? null,
    name: body.name ?? null,
    description: body.description ?? null,
    auto_soft_credit: body.auto_soft_credit ?? false,
    also_acknowledge: body.also_acknowledge ?? false,
    share_address: body.share_address ?? null,
    share_phone: body.share_phone ?? null,
  }),
  columns: {constituent_id: 'Constituent', name: 'Type', related_constituent_id: 'Related to'},
  title: ({name, constituent_id: own, related_constituent_id: other}, nameOf) =>
    `${nameOf('constituents', other)}, ${name ?? 'related'} of ${nameOf('constituents', own)}`,
  seedExample: [{constituent_id: '$ada', related_constituent_id: '$charles', relationship_type_id: '$neighbour'}],
  examples: {
    createConstituentRelationshipOfConstituent: {
      path: rows => ({constituent_id: String(rows('constituents')[1]!.id)}),
      body: first => ({related_constituent_id: first('constituents'), name: 'Friend', description: 'From school'}),
    },
    showConstituentRelationship: {path: firstPath},
    updateConstituentRelationship: {path: firstPath, body: () => ({name: 'Family'})},
    deleteConstituentRelationship: {path: firstPath},
    listRelationshipsOfConstituent: {
      path: rows => ({constituent_id: String(rows('relationships')[0]!.constituent_id)}),
    },
  },
};

const wayBack: readonly Reference[] = [
  {id: 'reciprocal_id', name: 'rec_name', to: 'relationship_types', unknownId: 'ignore'},
];

const namesWayBack = ({reciprocal_id, rec_name}: Fields) =>
  typeof reciprocal_id === 'number' || (typeof rec_name === 'string' && rec_name.trim() !== '');

/**
 * Creates the reciprocal relationship that a body describes, which is the default. An unknown type leaves it without a
 * type, like the first one.
 */
export function addReciprocal(row: RelationshipRow, body: Fields, transaction: Transaction, issues: Issues): void {
  const {constituent_id, related_constituent_id, share_address, share_phone} = row;
  if (transaction.assume.reciprocal_rows === 'none' || related_constituent_id === null || !namesWayBack(body)) {
    return;
  }
  const {reciprocal_id, rec_name} = body;
  const context = {transaction, lookup: lookupIn(transaction), issues, row: undefined};
  const type = resolveReferences(wayBack, {reciprocal_id, rec_name}, context);
  const mirrored = {
    related_constituent_id: constituent_id,
    relationship_type_id: type.reciprocal_id,
    name: type.rec_name,
    description: body.reciprocal_description,
    share_address,
    share_phone,
  };
  insertRow(relationships, mirrored, {constituent_id: related_constituent_id}, transaction);
}

/** The name in paths differs from the one inside a constituent. */
const atTheirPath = (operation: Operation): Operation => ({
  ...operation,
  kind: relationships.name,
  path: operation.path.replace('/relationships', '/constituent_relationships'),
});

const createAlone = createUnder(relationships, 'constituents', relationshipBody);

const createRelationship: Operation = {
  ...createAlone,
  handle: (input, transaction) => {
    const shown = createAlone.handle(input, transaction);
    // A response has every field of the row.
    addReciprocal(shown as RelationshipRow, input.body, transaction, input.issues);
    return shown;
  },
};

export const relationshipKind = kindOf(
  relationships,
  beyondContract(
    'observed: the contract has the record inside a constituent but describes no operation on it',
    [
      listUnder(relationships, 'constituents'),
      createRelationship,
      show(relationships),
      update(relationships),
      destroy(relationships),
    ].map(atTheirPath),
  ),
);
