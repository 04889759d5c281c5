import * as z from 'zod';
import {list} from '../../operations/crud.js';
import {kindOf, type ListedResource} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/replies/presenter.js';
import {behindOthers, idOf, nameField, ordinalField} from '../../schema/common-fields.js';
import {tags} from '../tags.js';

export type GiftTypeRow = z.infer<typeof output>;

const output = z.strictObject({
  id: idOf('the gift type'),
  name: nameField,
  ordinal: ordinalField,
});

/** Observed: a gift of this type can be read by its id, but lists and searches omit the type and its gifts. */
export const hiddenGiftType = 14;

export const giftTypes: ListedResource<GiftTypeRow> = {
  name: 'gift_types',
  itemType: 'gift_type',
  tag: tags.lookups,
  firstId: 1,
  listed: ({id}) => id !== hiddenGiftType,
  output,
  present: presenterOf(output),
  build: ({name}, {id}) => ({id, name, ordinal: behindOthers}),
  importer: {required: ['name']},
};

export const giftTypeKind = kindOf(giftTypes, [list(giftTypes)]);
