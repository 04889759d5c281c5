import * as z from 'zod';
import {kindOf, type Resource} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/reply.js';
import {idOf, nameField} from '../../schema/common-fields.js';
import {amount, body, date, money, text} from '../../schema/fields.js';
import {tags} from '../tags.js';
import {fundraisingOperations} from './operations.js';

export type CampaignRow = z.infer<typeof output>;

const input = body({
  name: text,
  description: text.nullish(),
  financial_goal: money.nullish(),
  start_date: date.nullish(),
  end_date: date.nullish(),
  code: text.nullish(),
});

const output = z.strictObject({
  id: idOf('the campaign'),
  name: nameField,
  description: z.string().nullable().describe('A short description.'),
  financial_goal: amount.nullable().describe('The amount to raise.'),
  start_date: date.nullable().describe('The first day.'),
  end_date: date.nullable().describe('The last day.'),
  code: z.string().nullable().describe('A short code.'),
});

export const campaigns: Resource<CampaignRow, z.infer<typeof input>> = {
  name: 'campaigns',
  itemType: 'campaign',
  tag: tags.appeals,
  firstId: 819,
  output,
  body: input,
  present: presenterOf(output),
  columns: {name: 'Name', code: 'Code', start_date: 'Start', end_date: 'End', financial_goal: 'Goal'},
  build: (body, {id}) => ({
    id,
    name: body.name,
    description: body.description ?? null,
    code: body.code ?? null,
    start_date: body.start_date ?? null,
    end_date: body.end_date ?? null,
    financial_goal: body.financial_goal ?? null,
  }),
  learned: {facts: ['id', 'financial_goal', 'start_date', 'end_date'], texts: ['name', 'description', 'code']},
  seedExample: [{$id: 'centenary', name: 'Centenary', start_date: '2025-01-01'}],
  examples: {
    createCampaign: {body: () => ({name: 'New Roof', start_date: '2026-01-15', financial_goal: 80_000})},
    updateCampaign: {body: () => ({end_date: '2026-12-31'})},
  },
};

export const campaignKind = kindOf(campaigns, fundraisingOperations(campaigns));
