import * as z from 'zod';
import {list} from '../../operations/crud.js';
import {kindOf, type ListedResource} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/presenter.js';
import {idOf, nameField} from '../../schema/common-fields.js';
import {amount, date} from '../../schema/fields.js';
import {tags} from '../tags.js';

export type AppealRow = z.infer<typeof output>;

const output = z.strictObject({
  id: idOf('the appeal'),
  name: nameField,
  description: z.string().nullable().describe('A sentence or two about it.'),
  date: date.describe('The day of it.'),
  financial_goal: amount.nullable().describe('How much is to be raised.'),
  projected_amount: amount.nullable().describe('How much is expected.'),
  code: z.string().nullable().describe('A short code.'),
});

export const appeals: ListedResource<AppealRow> = {
  name: 'appeals',
  itemType: 'appeal',
  tag: tags.appeals,
  firstId: 2660,
  output,
  present: presenterOf(output),
  build: ({name}, {id, transaction}) => ({
    id,
    name,
    date: transaction.today,
    description: null,
    financial_goal: null,
    projected_amount: null,
    code: null,
  }),
  importer: {required: ['name']},
};

export const appealKind = kindOf(appeals, [list(appeals)]);
