import * as z from 'zod';
import {kindOf, type Resource} from '../../operations/kinds/kind.js';
import {beyondContract} from '../../operations/operation.js';
import {presenterOf} from '../../operations/reply.js';
import {moments} from '../../schema/common-fields.js';
import {body, flag, integer, text} from '../../schema/fields.js';
import {tags} from '../tags.js';
import {type AddressRow, addressOperations, newAddress, ofConstituent, owner, preference} from './address.js';

export type WebAddressRow = z.infer<typeof output> & AddressRow;

const input = body({
  url: text.nullish(),
  web_address_type_id: integer.nullish(),
  web_address_type_name: text.nullish(),
  is_preferred: flag.nullish(),
});

const output = z.strictObject({
  ...owner,
  url: z.string().nullable().describe('The web address.'),
  web_address_type_id: z.int().describe('The kind of web address, from `GET /types/web_address_types`; 5 is Website.'),
  web_address_type_name: z.string().nullable().describe('The name of the kind of web address.'),
  is_preferred: preference.is_preferred.describe(
    'True if it is the preferred one. No web address is preferred by default.',
  ),
  parent_id: preference.parent_id.describe('The address that this one is synchronized with, if any.'),
  ...moments,
});

export const webAddresses: Resource<WebAddressRow, z.infer<typeof input>> = {
  name: 'web_addresses',
  itemType: 'web_address',
  tag: tags.streets,
  firstId: 4600,
  ...ofConstituent(() => webAddresses),
  references: [
    {
      id: 'web_address_type_id',
      name: 'web_address_type_name',
      to: 'web_address_types',
      default: 5,
      unknownId: 'keep',
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
  present: presenterOf(output),
  columns: {url: 'URL', web_address_type_id: 'Type', is_preferred: 'Preferred'},
  title: ({url}) => url,
  seedExample: [{constituent_id: '$ada', url: 'https://ada.example'}],
  examples: {
    createWebAddressOfConstituent: {body: () => ({url: 'https://example.org/ada'})},
    updateWebAddress: {body: () => ({url: 'https://example.org/lovelace'})},
  },
};

export const webAddressKind = kindOf(
  webAddresses,
  beyondContract(
    'the contract has the record but describes no operation on it',
    addressOperations(webAddresses, false),
  ),
);
