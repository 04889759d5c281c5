import * as z from 'zod';
import {list} from '../../operations/crud.js';
import {presenterOf} from '../../operations/presenter.js';
import type {ListedResource} from '../../operations/resource.js';
import {date} from '../../schema/fields.js';

const output = z.strictObject({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  financial_goal: z.number().nullable(),
  start_date: date.nullable(),
  end_date: date.nullable(),
  code: z.string().nullable(),
});

export type CampaignRow = z.infer<typeof output>;

export const campaigns: ListedResource<CampaignRow> = {
  name: 'campaigns',
  itemType: 'campaign',
  tag: 'Appeals and campaigns',
  firstId: 819,
  output,
  present: presenterOf(output),
};

export const operations = [list(campaigns)];
