import * as z from 'zod';
import type {Resource} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/replies/presenter.js';
import {idOf, moments, ofConstituent} from '../../schema/common-fields.js';
import {body, date, integer, text} from '../../schema/fields.js';
import {refuseBlankText} from '../blank-text.js';
import {tags} from '../tags.js';
import {makeTypeValue} from '../types.js';

export type NoteRow = z.infer<typeof output>;

export type NoteInput = z.infer<typeof input>;

const input = body({
  note_type_id: integer.nullish(),
  note_type_name: text.nullish(),
  text: text.meta({pattern: String.raw`\S`}),
  external_id: text.nullish(),
  original_date: date,
});

const output = z.strictObject({
  id: idOf('the note'),
  constituent_id: ofConstituent,
  note_type_id: z.int().nullable().describe('The kind of note, from `GET /types/note_types`.'),
  note_type_name: z
    .string()
    .nullable()
    .describe('The name of the kind of note. A name that no kind has makes a new kind.'),
  text: z.string().describe('What was noted; never blank.'),
  external_id: z.string().nullable().describe('The id that another system knows it by; two notes may have the same.'),
  original_date: date.describe('The day that the note is of.'),
  ...moments,
});

export const notes: Resource<NoteRow, Partial<NoteInput>> = {
  name: 'notes',
  itemType: 'note',
  tag: tags.notes,
  firstId: 13_700,
  indexes: {constituent_id: []},
  parents: {constituent_id: 'constituents'},
  references: [
    {id: 'constituent_id', to: 'constituents'},
    {
      id: 'note_type_id',
      name: 'note_type_name',
      to: 'note_types',
      dropUnknownId: true,
      makeNamed: makeTypeValue('note_types'),
    },
  ],
  output,
  body: input,
  changes: input.extend({constituent_id: integer.nullish()}),
  resolve: (body, context) => {
    refuseBlankText(body, context);
    return body;
  },
  build: (body, {id, parents, transaction}) => ({
    id,
    constituent_id: parents.constituent_id!,
    note_type_id: body.note_type_id ?? null,
    note_type_name: body.note_type_name ?? null,
    text: body.text!,
    external_id: body.external_id ?? null,
    original_date: body.original_date ?? transaction.today,
    created_at: transaction.now,
    updated_at: transaction.now,
  }),
  present: presenterOf(output),
  examples: {
    createNoteOfConstituent: {
      body: () => ({note_type_name: 'General', text: 'Likes the garden.', original_date: '2025-12-01'}),
    },
    updateNote: {body: () => ({note_type_name: 'Update'})},
  },
};
