import * as z from 'zod';
import {createUnder, destroy, list, listUnder, show, update} from '../operations/crud.js';
import {type DataBuilder, kindOf, type Resource} from '../operations/kinds/kind.js';
import {beyondContract} from '../operations/operation.js';
import {presenterOf} from '../operations/reply.js';
import {idOf, moments, ofConstituent} from '../schema/common-fields.js';
import {body, date, integer, text} from '../schema/fields.js';
import {onDay} from '../schema/formats.js';
import type {Row} from '../store/order.js';
import {anyDay, refuseBlankText} from './shared.js';
import {tags} from './tags.js';
import {makeTypeValue, type TypeRow} from './types.js';

type NoteRow = z.infer<typeof output>;

type NoteInput = z.infer<typeof input>;

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
  note_type_name: z.string().nullable().describe('The name of the kind of note. A new name creates a new kind.'),
  text: z.string().describe('The text of the note; never blank.'),
  external_id: z.string().nullable().describe('The id of the note in another system; not unique.'),
  original_date: date.describe('The day of the note.'),
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
      unknownId: 'drop',
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
  columns: {original_date: 'Date', constituent_id: 'Constituent', note_type_id: 'Type', text: 'Text'},
  title: ({constituent_id, original_date}, nameOf) =>
    `Note on ${nameOf('constituents', constituent_id)}${onDay(original_date)}`,
  generate: {constituent: generateNotes},
  seedExample: [{constituent_id: '$ada', note_type_name: 'Thanks', text: 'Wrote to her.', original_date: '2025-12-27'}],
  examples: {
    createNoteOfConstituent: {
      body: () => ({note_type_name: 'General', text: 'Likes the garden.', original_date: '2025-12-01'}),
    },
    updateNote: {body: () => ({note_type_name: 'Update'})},
  },
};

const texts = [
  'A good contact for future fundraising.',
  'Prefers to be called after six in the evening.',
  'Asked for the annual report in large print.',
  'Met at the gala; knows two of the board.\nWould like a tour of the new library.',
  'Has moved: the old address still gets mail.',
  'Könnte 2026 das Café unterstützen – see “Matching Gifts”.',
  'Said that the receipt came twice, & that a <b>single</b> one would do.',
];

/** One to three notes for some constituents, of either type; some have no type. */
function generateNotes(builder: DataBuilder, {id}: Row): void {
  const random = builder.randomOf(notes.name);
  if (!random.chance(0.45)) {
    return;
  }
  const types = builder.rows<TypeRow>({name: 'note_types', firstId: 0});
  for (let left = random.int(1, 3); left > 0; left--) {
    const type = random.chance(0.9) ? random.pick(types) : undefined;
    const original_date = anyDay(random, builder);
    const body = {
      note_type_id: type?.id,
      note_type_name: type?.name,
      text: random.pick(texts),
      external_id: random.chance(0.15) ? `note-${random.int(1000, 9999)}` : null,
      original_date,
    };
    const minute = String(random.int(10, 59));
    builder.build(notes, body, {constituent_id: id}, `${original_date}T15:${minute}:00Z`);
  }
}

export const noteKind = kindOf(
  notes,
  beyondContract('observed: the service has notes, but the contract does not describe them', [
    listUnder(notes, 'constituents'),
    // Declared required; clients omit it.
    {...createUnder(notes, 'constituents'), requiredByContract: ['original_date']},
    list(notes),
    show(notes),
    update(notes),
    destroy(notes),
  ]),
);
