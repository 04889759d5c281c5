import * as z from 'zod';
import {kindOf, type Resource} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/reply.js';
import {idOf} from '../../schema/common-fields.js';
import {amount, body, date, money, text} from '../../schema/fields.js';
import {tags} from '../tags.js';
import {fundraisingOperations} from './operations.js';

export type FundRow = z.infer<typeof output>;

/** Declared an integer in bodies of funds, but returned as a string: both are accepted. */
const code = z.preprocess(
  value => (typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value),
  text.meta({type: ['string', 'integer']}),
);

const input = body({
  name: text.nullish(),
  description: text.nullish(),
  code: code.nullish(),
  start_date: date.nullish(),
  end_date: date.nullish(),
  financial_goal: money.nullish(),
});

const output = z.strictObject({
  id: idOf('the fund'),
  name: z.string().nullable().describe('The name, if the fund has one.'),
  description: z.string().nullable().describe('A short description.'),
  code: z.string().nullable().describe('A short code.'),
  start_date: date.nullable().describe('The first day.'),
  end_date: date.nullable().describe('The last day.'),
  financial_goal: amount.nullable().describe('The amount to raise.'),
});

export const funds: Resource<FundRow, z.infer<typeof input>> = {
  name: 'funds',
  itemType: 'fund',
  tag: tags.lookups,
  firstId: 2395,
  output,
  body: input,
  present: presenterOf(output),
  columns: {name: 'Name', code: 'Code', start_date: 'Start', end_date: 'End', financial_goal: 'Goal'},
  build: (body, {id}) => ({
    id,
    name: body.name ?? null,
    description: body.description ?? null,
    code: body.code ?? null,
    start_date: body.start_date ?? null,
    end_date: body.end_date ?? null,
    financial_goal: body.financial_goal ?? null,
  }),
  learned: {facts: ['id', 'start_date', 'end_date', 'financial_goal'], texts: ['name', 'description', 'code']},
  seedExample: [{$id: 'roof', name: 'Roof Fund', financial_goal: 20_000}],
  examples: {
    createFund: {body: () => ({name: 'Roof Fund', code: '4010', financial_goal: 80_000})},
    updateFund: {body: () => ({description: 'Gifts for the new roof'})},
  },
};

export const fundKind = kindOf(funds, fundraisingOperations(funds));
