import * as z from 'zod';
import {list} from '../../operations/crud.js';
import {presenterOf} from '../../operations/presenter.js';
import type {ListedResource} from '../../operations/resource.js';

const output = z.strictObject({
  id: z.int(),
  name: z.string(),
  key: z.string(),
  ordinal: z.int(),
});

export type PaymentTypeRow = z.infer<typeof output>;

export const paymentTypes: ListedResource<PaymentTypeRow> = {
  name: 'payment_types',
  itemType: 'payment_type',
  tag: 'Lookup lists',
  firstId: 1507,
  output,
  present: presenterOf(output),
};

export const operations = [list(paymentTypes)];
