import * as z from 'zod';
import {pick} from '../operations/present.js';
import type {ListedResource} from '../operations/resource.js';
import {list} from '../operations/standard.js';
import {date} from '../schema/fields.js';

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
  present: pick(output),
};

export const operations = [list(funds)];
