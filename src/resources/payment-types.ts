import * as z from 'zod';
import {pick} from '../operations/present.js';
import type {ListedResource} from '../operations/resource.js';
import {list} from '../operations/standard.js';

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
  present: pick(output),
};

export const operations = [list(paymentTypes)];
