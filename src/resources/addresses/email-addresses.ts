import * as z from 'zod';
import {kindOf, type Resource} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/reply.js';
import {moments} from '../../schema/common-fields.js';
import {body, flag, integer, text} from '../../schema/fields.js';
import {foldedKey} from '../../search/fold.js';
import {tags} from '../tags.js';
import {type AddressRow, addressOperations, newAddress, ofConstituent, owner, preference} from './address.js';

export type EmailAddressRow = z.infer<typeof output> & AddressRow;

const input = body({
  address: text.nullish(),
  email_address_type_id: integer.nullish(),
  email_type_name: text.nullish(),
  is_preferred: flag.nullish(),
  not_current: flag.nullish(),
});

const output = z.strictObject({
  ...owner,
  address: z.string().nullable().describe('The e-mail address.'),
  email_address_type_id: z.int().describe('The kind of address, from `GET /types/email_address_types`; 1 is Home.'),
  email_type_name: z.string().nullable().describe('The name of the kind of address.'),
  ...preference,
  ...moments,
});

export const emailAddresses: Resource<EmailAddressRow, z.infer<typeof input>> = {
  name: 'email_addresses',
  itemType: 'email_address',
  tag: tags.emails,
  firstId: 276500,
  ...ofConstituent(() => emailAddresses),
  texts: {address: row => foldedKey(row.address)},
  references: [
    {id: 'email_address_type_id', name: 'email_type_name', to: 'email_address_types', default: 1, unknownId: 'keep'},
  ],
  output,
  body: input,
  build: (body, making) => ({
    address: body.address ?? null,
    not_current: body.not_current ?? false,
    email_address_type_id: body.email_address_type_id ?? 1,
    email_type_name: body.email_type_name ?? null,
    ...newAddress(body, making),
  }),
  present: presenterOf(output),
  columns: {address: 'Address', email_address_type_id: 'Type', is_preferred: 'Preferred'},
  title: ({address}) => address,
  seedExample: [{constituent_id: '$charles', address: 'charles@example.com'}],
  examples: {
    createEmailAddressOfConstituent: {body: () => ({address: 'ada@example.org', email_type_name: 'Work'})},
    updateEmailAddress: {body: () => ({is_preferred: true})},
  },
};

export const emailAddressKind = kindOf(emailAddresses, addressOperations(emailAddresses));
