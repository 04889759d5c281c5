import * as z from 'zod';
import {list} from '../../operations/crud.js';
import {kindOf, type ListedResource} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/replies/presenter.js';
import {behindOthers, idOf, keyField, nameField, ordinalField, snakeCase} from '../../schema/common-fields.js';
import {tags} from '../tags.js';

export type PaymentTypeRow = z.infer<typeof output>;

const output = z.strictObject({
  id: idOf('the payment type'),
  name: nameField,
  key: keyField,
  ordinal: ordinalField,
});

export const paymentTypes: ListedResource<PaymentTypeRow> = {
  name: 'payment_types',
  itemType: 'payment_type',
  tag: tags.lookups,
  firstId: 1507,
  output,
  present: presenterOf(output),
  build: ({name}, {id}) => ({id, name, key: snakeCase(name), ordinal: behindOthers}),
  importer: {required: ['name']},
};

export const paymentTypeKind = kindOf(paymentTypes, [list(paymentTypes)]);
