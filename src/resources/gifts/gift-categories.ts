import * as z from 'zod';
import {listBy} from '../../operations/crud.js';
import {presenterOf} from '../../operations/presenter.js';
import type {ListedResource} from '../../operations/resource.js';
import {idFilter} from '../../schema/query.js';

const output = z.strictObject({
  id: z.int(),
  display_name: z.string(),
  gift_type_id: z.int(),
  gift_type_name: z.string(),
});

export type GiftCategoryRow = z.infer<typeof output>;

export const giftCategories: ListedResource<GiftCategoryRow> = {
  name: 'gift_categories',
  itemType: 'gift_category',
  tag: 'Lookup lists',
  firstId: 5937,
  indexes: {gift_type_id: []},
  output,
  present: presenterOf(output),
};

export const operations = [listBy(giftCategories, 'gift_type_id', idFilter)];
