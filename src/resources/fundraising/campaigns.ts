import * as z from 'zod';
import {list} from '../../operations/crud.js';
import {kindOf, type ListedResource} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/presenter.js';
import {idOf, nameField} from '../../schema/common-fields.js';
import {amount, date} from '../../schema/fields.js';
import {tags} from '../tags.js';

export type CampaignRow = z.infer<typeof output>;

const output = z.strictObject({
  id: idOf('the campaign'),
  name: nameField,
  description: z.string().nullable().describe('A sentence or two about it.'),
  financial_goal: amount.nullable().describe('How much is to be raised.'),
  start_date: date.nullable().describe('The first day.'),
  end_date: date.nullable().describe('The last day.'),
  code: z.string().nullable().describe('A short code.'),
});

export const campaigns: ListedResource<CampaignRow> = {
  name: 'campaigns',
  itemType: 'campaign',
  tag: tags.appeals,
  firstId: 819,
  output,
  present: presenterOf(output),
  build: ({name}, {id}) => ({
    id,
    name,
    description: null,
    code: null,
    start_date: null,
    end_date: null,
    financial_goal: null,
  }),
  importer: {required: ['name']},
};

export const campaignKind = kindOf(campaigns, [list(campaigns)]);
