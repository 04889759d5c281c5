import * as z from 'zod';
import {beyondContract} from '../../operations/operation.js';
import {presenterOf} from '../../operations/presenter.js';
import type {Resource} from '../../operations/resource.js';
import {body, flag, integer, text} from '../../schema/fields.js';
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
  url: z.string().nullable(),
  web_address_type_id: z.int(),
  web_address_type_name: z.string().nullable(),
  is_preferred: preference.is_preferred,
  parent_id: preference.parent_id,
  ...moments,
});

export type WebAddressRow = z.infer<typeof output> & AddressRow;

const input = body({
  url: text.nullish(),
  web_address_type_id: integer.nullish(),
  web_address_type_name: text.nullish(),
  is_preferred: flag.nullish(),
});

export const webAddresses: Resource<WebAddressRow, z.infer<typeof input>> = {
  name: 'web_addresses',
  itemType: 'web_address',
  tag: 'Street and web addresses',
  firstId: 4600,
  ...underConstituent,
  references: [
    {
      id: 'web_address_type_id',
      name: 'web_address_type_name',
      to: 'web_address_types',
      default: 5,
      keepUnknownId: true,
    },
  ],
  output,
  body: input,
  build: (body, making) => ({
    url: body.url ?? null,
    web_address_type_id: body.web_address_type_id ?? 5,
    web_address_type_name: body.web_address_type_name ?? null,
    ...newAddress(body, making),
  }),
  stored: (row, transaction) => keepOnePreferred(webAddresses)(row, transaction),
  present: presenterOf(output),
};

export const operations = beyondContract(
  'the contract has the record, but shows no operation on it',
  addressOperations(webAddresses),
);
