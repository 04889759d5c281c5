import * as z from 'zod';
import {list} from '../../operations/crud.js';
import {presenterOf} from '../../operations/presenter.js';
import type {ListedResource} from '../../operations/resource.js';
import {date} from '../../schema/fields.js';

const output = z.strictObject({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  date,
  financial_goal: z.number().nullable(),
  projected_amount: z.number().nullable(),
  code: z.string().nullable(),
});

export type AppealRow = z.infer<typeof output>;

export const appeals: ListedResource<AppealRow> = {
  name: 'appeals',
  itemType: 'appeal',
  tag: 'Appeals and campaigns',
  firstId: 2660,
  output,
  present: presenterOf(output),
};

export const operations = [list(appeals)];
