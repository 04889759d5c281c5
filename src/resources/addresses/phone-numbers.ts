import * as z from 'zod';
import {presenterOf} from '../../operations/presenter.js';
import type {Resource} from '../../operations/resource.js';
import {body, flag, integer, text} from '../../schema/fields.js';
import {foldedKey} from '../../search/fold.js';
import {
  type AddressRow,
  addressOperations,
  keepOnePreferred,
  moments,
  newAddress,
  owner,
  preference,
  underConstituent,
} from './address.js';

const output = z.strictObject({
  ...owner,
  number: z.string().nullable(),
  phone_number_type_id: z.int(),
  phone_type_name: z.string().nullable(),
  ...preference,
  normalized_number: z.string().nullable(),
  ...moments,
});

export type PhoneNumberRow = z.infer<typeof output> & AddressRow;

const input = body({
  number: text.nullish(),
  phone_number_type_id: integer.nullish(),
  phone_type_name: text.nullish(),
  is_preferred: flag.nullish(),
  not_current: flag.nullish(),
});

export const phoneNumbers: Resource<PhoneNumberRow, z.infer<typeof input>> = {
  name: 'phone_numbers',
  itemType: 'phone_number',
  tag: 'Email addresses and phone numbers',
  firstId: 479700,
  ...underConstituent,
  texts: {
    number: ({number}) => foldedKey(number),
    digits: ({normalized_number}) => foldedKey(normalized_number),
  },
  references: [
    {id: 'phone_number_type_id', name: 'phone_type_name', to: 'phone_number_types', default: 1, keepUnknownId: true},
  ],
  output,
  body: input,
  build: (body, making) => ({
    number: body.number ?? null,
    normalized_number: null,
    not_current: body.not_current ?? false,
    phone_number_type_id: body.phone_number_type_id ?? 1,
    phone_type_name: body.phone_type_name ?? null,
    ...newAddress(body, making),
  }),
  derive: row => ({...row, normalized_number: row.number?.replaceAll(/\D/g, '') ?? null}),
  stored: (row, transaction) => keepOnePreferred(phoneNumbers)(row, transaction),
  present: presenterOf(output),
};

export const operations = addressOperations(phoneNumbers);
