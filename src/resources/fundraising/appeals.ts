import * as z from 'zod';
import {kindOf, type Resource} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/reply.js';
import {idOf, nameField} from '../../schema/common-fields.js';
import {amount, body, date, flag, integer, money, text} from '../../schema/fields.js';
import {tags} from '../tags.js';
import {fundraisingOperations} from './operations.js';

export type AppealRow = z.infer<typeof row>;

const input = body({
  name: text,
  description: text.nullish(),
  date: date.nullish(),
  financial_goal: money.nullish(),
  projected_amount: money.nullish(),
  code: text.nullish(),
  is_active: flag.optional(),
});

const output = z.strictObject({
  id: idOf('the appeal'),
  name: nameField,
  description: z.string().nullable().describe('A short description.'),
  date: date.nullable().describe('The day of the appeal.'),
  financial_goal: amount.nullable().describe('The amount to raise.'),
  projected_amount: amount.nullable().describe('The expected amount.'),
  code: z.string().nullable().describe('A short code.'),
});

/** Observed: items of lists never have `is_active`. */
const detail = output.extend({
  is_active: z.boolean().describe('True if the appeal is active. Defaults to true on create.'),
});

/** Only seeded and imported data have a type: the wire neither accepts nor returns it. */
const row = detail.extend({appeal_type_id: z.int().nullable()});

export const appeals: Resource<AppealRow, z.infer<typeof input>> = {
  name: 'appeals',
  itemType: 'appeal',
  tag: tags.appeals,
  firstId: 2660,
  output,
  row,
  body: input,
  present: presenterOf(output),
  detail: {output: detail, present: presenterOf<AppealRow>(detail, {is_active: row => row.is_active ?? true})},
  columns: {name: 'Name', code: 'Code', date: 'Date', financial_goal: 'Goal'},
  build: (body, {id}) => ({
    id,
    name: body.name,
    description: body.description ?? null,
    date: body.date ?? null,
    financial_goal: body.financial_goal ?? null,
    projected_amount: body.projected_amount ?? null,
    code: body.code ?? null,
    is_active: body.is_active ?? true,
    appeal_type_id: null,
  }),
  importer: {fields: {appeal_type_id: integer.nullish()}, keeps: ['is_active', 'appeal_type_id']},
  learned: {facts: ['id', 'date', 'financial_goal', 'projected_amount'], texts: ['name', 'description', 'code']},
  seedExample: [{$id: 'spring', name: 'Spring letter', date: '2025-03-01'}],
  examples: {
    createAppeal: {body: () => ({name: 'Spring Letter', date: '2026-04-05', financial_goal: 5000, code: 'SL26'})},
    updateAppeal: {body: () => ({projected_amount: 4500})},
  },
};

export const appealKind = kindOf(appeals, fundraisingOperations(appeals));
