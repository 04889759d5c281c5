import * as z from 'zod';
import {beyondContract} from '../../operations/operation.js';
import {presenterOf} from '../../operations/presenter.js';
import type {Resource} from '../../operations/resource.js';
import {body, flag, integer, monthDay, text} from '../../schema/fields.js';
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
  street: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
  postal_code: z.string().nullable(),
  county: z.string().nullable(),
  street_address_type_id: z.int(),
  street_type_name: z.string().nullable(),
  ...preference,
  seasonal_from: monthDay,
  seasonal_to: monthDay,
  seasonal: z.boolean().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  zip5: z.string().nullable(),
  verified: z.boolean(),
  verified_on: z.string().nullable(),
  ...moments,
});

export type StreetAddressRow = z.infer<typeof output> & AddressRow;

const input = body({
  street: text.nullish(),
  street_address_type_name: text.nullish(),
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

export const streetAddresses: Resource<StreetAddressRow, z.infer<typeof input>> = {
  name: 'street_addresses',
  itemType: 'street_address',
  tag: 'Street and web addresses',
  firstId: 838400,
  ...underConstituent,
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
      keepUnknownId: true,
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
  stored: (row, transaction) => keepOnePreferred(streetAddresses)(row, transaction),
  present: presenterOf(output),
};

export const operations = beyondContract(
  'the contract announces these operations and does not show them',
  addressOperations(streetAddresses),
);
