import * as z from 'zod';
import {kindOf, type Resource} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/reply.js';
import {idOf, nameField} from '../../schema/common-fields.js';
import {amount, body, date, integer, money, text} from '../../schema/fields.js';
import {tags} from '../tags.js';
import {fundraisingOperations} from './operations.js';

export type EventRow = z.infer<typeof row>;

const input = body({
  name: text,
  description: text.nullish(),
  date: date.nullish(),
  end_date: date.nullish(),
  financial_goal: money.nullish(),
  projected_amount: money.nullish(),
  code: text.nullish(),
});

const output = z.strictObject({
  id: idOf('the event'),
  name: nameField,
  description: z.string().nullable().describe('A short description.'),
  date: date.nullable().describe('The first day.'),
  end_date: date.nullable().describe('The last day.'),
  financial_goal: amount.nullable().describe('The amount to raise.'),
  projected_amount: amount.nullable().describe('The expected amount.'),
  code: z.string().nullable().describe('A short code.'),
});

/** Only seeded and imported data have a type: the wire neither accepts nor returns it. */
const row = output.extend({event_type_id: z.int().nullable()});

export const events: Resource<EventRow, z.infer<typeof input>> = {
  name: 'events',
  itemType: 'event',
  tag: tags.lookups,
  firstId: 1068,
  output,
  row,
  body: input,
  present: presenterOf(output),
  columns: {name: 'Name', code: 'Code', date: 'Date', end_date: 'End', financial_goal: 'Goal'},
  build: (body, {id}) => ({
    id,
    name: body.name,
    description: body.description ?? null,
    date: body.date ?? null,
    end_date: body.end_date ?? null,
    financial_goal: body.financial_goal ?? null,
    projected_amount: body.projected_amount ?? null,
    code: body.code ?? null,
    event_type_id: null,
  }),
  importer: {fields: {event_type_id: integer.nullish()}, keeps: ['event_type_id']},
  learned: {
    facts: ['id', 'date', 'end_date', 'financial_goal', 'projected_amount'],
    texts: ['name', 'description', 'code'],
  },
  seedExample: [{$id: 'concert', name: 'Harbour concert', date: '2025-06-14'}],
  examples: {
    createEvent: {body: () => ({name: 'Harbor Concert', date: '2026-06-20', financial_goal: 12_000})},
    updateEvent: {body: () => ({end_date: '2026-06-21', code: 'HC26'})},
  },
};

export const eventKind = kindOf(events, fundraisingOperations(events));
