import * as z from 'zod';
import {list} from '../../operations/crud.js';
import {kindOf, type ListedResource} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/presenter.js';
import {idOf, nameField} from '../../schema/common-fields.js';
import {amount, date} from '../../schema/fields.js';
import {tags} from '../tags.js';

export type EventRow = z.infer<typeof output>;

const output = z.strictObject({
  id: idOf('the event'),
  name: nameField,
  description: z.string().nullable().describe('A sentence or two about it.'),
  date: date.describe('The first day.'),
  end_date: date.nullable().describe('The last day.'),
  financial_goal: amount.nullable().describe('How much is to be raised.'),
  projected_amount: amount.nullable().describe('How much is expected.'),
  code: z.string().nullable().describe('A short code.'),
});

export const events: ListedResource<EventRow> = {
  name: 'events',
  itemType: 'event',
  tag: tags.lookups,
  firstId: 1068,
  output,
  present: presenterOf(output),
  build: ({name}, {id, transaction}) => ({
    id,
    name,
    date: transaction.today,
    end_date: null,
    description: null,
    financial_goal: null,
    projected_amount: null,
    code: null,
  }),
  importer: {required: ['name']},
};

export const eventKind = kindOf(events, [list(events)]);
