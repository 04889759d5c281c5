import * as z from 'zod';
import {listBy} from '../../operations/crud.js';
import {kindOf, type ListedResource} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/replies/presenter.js';
import {idOf} from '../../schema/common-fields.js';
import {idFilter} from '../../schema/query.js';
import {tags} from '../tags.js';

export type GiftCategoryRow = z.infer<typeof output>;

const output = z.strictObject({
  id: idOf('the gift category'),
  display_name: z.string().describe('What people see it as.'),
  gift_type_id: z.int().describe('The type of gift, from `GET /gift_types`: 1 Gift, 7 Pledge, 13 Installment.'),
  gift_type_name: z.string().describe('The name of the type of gift.'),
});

export const giftCategories: ListedResource<GiftCategoryRow> = {
  name: 'gift_categories',
  itemType: 'gift_category',
  tag: tags.lookups,
  firstId: 5937,
  indexes: {gift_type_id: []},
  output,
  present: presenterOf(output),
  references: [{id: 'gift_type_id', name: 'gift_type_name', to: 'gift_types', required: true}],
  build: ({display_name, gift_type_id, gift_type_name}, {id}) => ({id, display_name, gift_type_id, gift_type_name}),
  importer: {required: ['display_name']},
};

export const giftCategoryKind = kindOf(giftCategories, [
  listBy(giftCategories, 'gift_type_id', idFilter.describe('Only those of this type of gift.')),
]);
