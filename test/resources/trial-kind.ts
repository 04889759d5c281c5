import * as z from 'zod';
import {create, createUnder, destroy, list, listUnder, show, update} from '../../src/operations/crud.js';
import {kindOf, type Resource} from '../../src/operations/kinds/kind.js';
import {presenterOf} from '../../src/operations/reply.js';
import {idOf, moments, ofConstituent} from '../../src/schema/common-fields.js';
import {body, flag, integer, text} from '../../src/schema/fields.js';

type PostcardRow = z.infer<typeof output>;

const input = body({constituent_id: integer, text, pinned: flag.nullish(), team_member_id: integer.nullish()});

const output = z.strictObject({
  id: idOf('the postcard'),
  constituent_id: ofConstituent,
  text: z.string().describe('The message.'),
  pinned: z.boolean().describe('True if the postcard is listed first.'),
  team_member_id: z.int().nullable().describe('The id of the team member who wrote it.'),
  ...moments,
});

/** A kind of record that only a test has. This file and an entry in the list of kinds are all that it needs. */
export const postcards: Resource<PostcardRow, z.infer<typeof input>> = {
  name: 'postcards',
  itemType: 'postcard',
  tag: {name: 'Postcards', description: 'Handwritten messages to constituents.'},
  firstId: 5000,
  indexes: {constituent_id: []},
  parents: {constituent_id: 'constituents'},
  references: [
    {id: 'constituent_id', to: 'constituents', required: true},
    {id: 'team_member_id', to: 'team_members'},
  ],
  output,
  body: input,
  build: (body, {id, transaction: {now}}) => ({
    id,
    constituent_id: body.constituent_id,
    text: body.text,
    pinned: body.pinned ?? false,
    team_member_id: body.team_member_id ?? null,
    created_at: now,
    updated_at: now,
  }),
  present: presenterOf(output),
  generate: {
    constituent: (builder, {id, created_at}) => {
      const random = builder.randomOf('postcards');
      if (random.chance(0.5)) {
        const text = random.pick(['Called back.', 'Likes the garden.']);
        builder.build(postcards, {constituent_id: id, text}, {}, created_at);
      }
    },
  },
  seedExample: [{constituent_id: '$ada', text: 'Likes the garden.'}],
  examples: {
    createPostcard: {body: first => ({constituent_id: first('constituents'), text: 'Likes the garden.'})},
    createPostcardOfConstituent: {body: () => ({text: 'Likes the garden.'})},
    updatePostcard: {body: () => ({pinned: true})},
  },
};

export const postcardKind = kindOf(postcards, [
  list(postcards),
  create(postcards),
  show(postcards),
  update(postcards),
  destroy(postcards),
  listUnder(postcards, 'constituents'),
  createUnder(postcards, 'constituents'),
]);
