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
  end_date: date.nullable(),
  financial_goal: z.number().nullable(),
  projected_amount: z.number().nullable(),
  code: z.string().nullable(),
});

export type EventRow = z.infer<typeof output>;

export const events: ListedResource<EventRow> = {
  name: 'events',
  itemType: 'event',
  tag: 'Lookup lists',
  firstId: 1068,
  output,
  present: presenterOf(output),
};

export const operations = [list(events)];
