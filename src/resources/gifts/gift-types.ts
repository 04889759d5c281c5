import * as z from 'zod';
import {list} from '../../operations/crud.js';
import {presenterOf} from '../../operations/presenter.js';
import type {ListedResource} from '../../operations/resource.js';

const output = z.strictObject({
  id: z.int(),
  name: z.string(),
  ordinal: z.int(),
});

export type GiftTypeRow = z.infer<typeof output>;

export const giftTypes: ListedResource<GiftTypeRow> = {
  name: 'gift_types',
  itemType: 'gift_type',
  tag: 'Lookup lists',
  firstId: 1,
  output,
  present: presenterOf(output),
};

export const operations = [list(giftTypes)];
