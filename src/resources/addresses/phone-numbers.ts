import * as z from 'zod';
import {kindOf, type Resource} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/reply.js';
import {moments} from '../../schema/common-fields.js';
import {body, flag, integer, text} from '../../schema/fields.js';
import {foldedKey} from '../../search/fold.js';
import {tags} from '../tags.js';
import {type AddressRow, addressOperations, newAddress, ofConstituent, owner, preference} from './address.js';

export type PhoneNumberRow = z.infer<typeof output> & AddressRow;

const input = body({
  number: text.nullish(),
  phone_number_type_id: integer.nullish(),
  phone_type_name: text.nullish(),
  is_preferred: flag.nullish(),
  not_current: flag.nullish(),
});

const output = z.strictObject({
  ...owner,
  number: z.string().nullable().describe('The phone number, as written.'),
  phone_number_type_id: z
    .int()
    .describe('The kind of number, from `GET /types/phone_number_types`; 1 is Home, 3 is Mobile.'),
  phone_type_name: z.string().nullable().describe('The name of the kind of number.'),
  ...preference,
  normalized_number: z.string().nullable().describe('The digits of `number`.'),
  ...moments,
});

export const phoneNumbers: Resource<PhoneNumberRow, z.infer<typeof input>> = {
  name: 'phone_numbers',
  itemType: 'phone_number',
  tag: tags.emails,
  firstId: 479700,
  ...ofConstituent(() => phoneNumbers),
  texts: {
    number: ({number}) => foldedKey(number),
    digits: ({normalized_number}) => foldedKey(normalized_number),
  },
  references: [
    {id: 'phone_number_type_id', name: 'phone_type_name', to: 'phone_number_types', default: 1, unknownId: 'keep'},
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
  present: presenterOf(output),
  columns: {number: 'Number', phone_number_type_id: 'Type', is_preferred: 'Preferred'},
  title: ({number}) => number,
  seedExample: [{constituent_id: '$ada', number: '555-0123'}],
  examples: {
    createPhoneNumberOfConstituent: {body: () => ({number: '(555) 555-0142', phone_type_name: 'Mobile'})},
    updatePhoneNumber: {body: () => ({number: '(555) 555-0143'})},
  },
};

export const phoneNumberKind = kindOf(phoneNumbers, addressOperations(phoneNumbers));
