import * as z from 'zod';
import {list} from '../../operations/crud.js';
import {presenterOf} from '../../operations/presenter.js';
import type {ListedResource} from '../../operations/resource.js';
import {date} from '../../schema/fields.js';

const output = z.strictObject({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  code: z.string().nullable(),
  start_date: date.nullable(),
  end_date: date.nullable(),
  financial_goal: z.number().nullable(),
});

export type FundRow = z.infer<typeof output>;

export const funds: ListedResource<FundRow> = {
  name: 'funds',
  itemType: 'fund',
  tag: 'Lookup lists',
  firstId: 2395,
  output,
  present: presenterOf(output),
};

export const operations = [list(funds)];
