import * as z from 'zod';
import {kindOf, type Resource} from '../../operations/kinds/kind.js';
import {beyondContract} from '../../operations/operation.js';
import {presenterOf} from '../../operations/reply.js';
import {moments} from '../../schema/common-fields.js';
import {body, flag, integer, monthDay, text} from '../../schema/fields.js';
import {foldedKey} from '../../search/fold.js';
import {tags} from '../tags.js';
import {type AddressRow, addressOperations, newAddress, ofConstituent, owner, preference} from './address.js';

export type StreetAddressRow = z.infer<typeof output> & AddressRow;

const input = body({
  street: text.nullish(),
  street_address_type_name: text
    .nullish()
    .describe('The same as `street_type_name`: the contract has both names for it.'),
  street_type_name: text.nullish(),
  city: text.nullish(),
  state: text.nullish(),
  postal_code: text.nullish(),
  county: text.nullish(),
  country: text.nullish(),
  street_address_type_id: integer.nullish(),
  seasonal_from: monthDay.nullish(),
  seasonal_to: monthDay.nullish(),
  seasonal: flag.nullish(),
  is_preferred: flag.nullish(),
  not_current: flag.nullish(),
});

const output = z.strictObject({
  ...owner,
  street: z.string().nullable().describe('Street and number. Further lines follow a line break.'),
  city: z.string().nullable().describe('City.'),
  state: z.string().nullable().describe('State or province.'),
  country: z.string().nullable().describe('Country.'),
  postal_code: z.string().nullable().describe('Postal code.'),
  county: z.string().nullable().describe('County.'),
  street_address_type_id: z.int().describe('The kind of address, from `GET /types/street_address_types`; 1 is Home.'),
  street_type_name: z.string().nullable().describe('The name of the kind of address.'),
  ...preference,
  seasonal_from: monthDay.describe('The first day of the season, `MM-DD`.'),
  seasonal_to: monthDay.describe('The last day of the season, `MM-DD`.'),
  seasonal: z.boolean().nullable().describe('True if the address is valid only for a season of the year.'),
  lat: z.number().nullable().describe('Latitude, as text.'),
  lng: z.number().nullable().describe('Longitude, as text.'),
  zip5: z.string().nullable().describe('The first five characters of the postal code.'),
  verified: z.boolean().describe('True if the address was verified.'),
  verified_on: z.string().nullable().describe('The time at which the address was verified.'),
  ...moments,
});

export const streetAddresses: Resource<StreetAddressRow, z.infer<typeof input>> = {
  name: 'street_addresses',
  itemType: 'street_address',
  tag: tags.streets,
  firstId: 838400,
  ...ofConstituent(() => streetAddresses),
  keys: {
    city: row => foldedKey(row.city),
    state: row => foldedKey(row.state),
    postal_code: row => foldedKey(row.postal_code),
  },
  texts: {street: row => foldedKey(row.street), country: row => foldedKey(row.country)},
  references: [
    {
      id: 'street_address_type_id',
      name: 'street_type_name',
      alias: 'street_address_type_name',
      to: 'street_address_types',
      default: 1,
      unknownId: 'keep',
    },
  ],
  output,
  body: input,
  build: (body, making) => ({
    street: body.street ?? null,
    city: body.city ?? null,
    state: body.state ?? null,
    country: body.country ?? null,
    postal_code: body.postal_code ?? null,
    county: body.county ?? null,
    seasonal_from: body.seasonal_from ?? '01-01',
    seasonal_to: body.seasonal_to ?? '12-31',
    seasonal: body.seasonal ?? null,
    lat: null,
    lng: null,
    zip5: null,
    verified: false,
    verified_on: null,
    not_current: body.not_current ?? false,
    street_address_type_id: body.street_address_type_id ?? 1,
    street_type_name: body.street_type_name ?? null,
    ...newAddress(body, making),
  }),
  derive: row => ({...row, zip5: row.postal_code?.slice(0, 5) ?? null}),
  present: presenterOf(output),
  columns: {street: 'Street', city: 'City', state: 'State', street_address_type_id: 'Type'},
  title: ({street, city}) => [street, city].filter(Boolean).join(', '),
  seedExample: [
    {constituent_id: '$ada', street: '12 Harbour Road', city: 'Chicago', state: 'IL', postal_code: '60603'},
  ],
  examples: {
    createStreetAddressOfConstituent: {
      body: () => ({street: '12 Mill Lane', city: 'Salem', state: 'MA', postal_code: '01970'}),
    },
    updateStreetAddress: {body: () => ({seasonal: true, seasonal_from: '06-01', seasonal_to: '08-31'})},
  },
};

export const streetAddressKind = kindOf(
  streetAddresses,
  beyondContract(
    'the contract announces these operations but does not describe them',
    addressOperations(streetAddresses),
  ),
);
