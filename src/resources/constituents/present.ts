import type * as z from 'zod';
import type {ListedResource, StoredKind} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/reply.js';
import type {Row} from '../../store/order.js';
import type {Transaction} from '../../store/transaction.js';
import type {AddressRow} from '../addresses/address.js';
import {emailAddresses} from '../addresses/email-addresses.js';
import {phoneNumbers} from '../addresses/phone-numbers.js';
import {streetAddresses} from '../addresses/street-addresses.js';
import {webAddresses} from '../addresses/web-addresses.js';
import {presentCustomAttributes} from '../attributes.js';
import {presentHeldCategories} from '../categories/constituent-keywords.js';
import {groupMemberships} from '../memberships/group-memberships.js';
import {memberships} from '../memberships/memberships.js';
import {classAffiliations} from '../relationships/class-affiliations.js';
import {relationships} from '../relationships/relationships.js';
import {type ArrayName, type ConstituentRow, constituentArrays, constituentDetail} from './schema.js';

type Present = (row: ConstituentRow, transaction: Transaction) => object[];

function addressesOf<R extends AddressRow>(resource: ListedResource<R>, array: z.ZodArray<z.ZodObject>): Present {
  const present = presenterOf<R>(array.element);
  return ({id}, transaction) => transaction.rows(resource).where('item_id', id).toArray().map(present);
}

function rowsOf<R extends Row & {readonly constituent_id: number}>(kind: StoredKind<R>): Present {
  return ({id}, transaction) => {
    const rows = transaction.rows(kind).where('constituent_id', id).toArray();
    return rows.map(row => kind.present(row, transaction));
  };
}

/** Presenters of the single object's arrays, in the order of the response. */
export const presentArrays: Readonly<Record<ArrayName, Present>> = {
  class_affiliations: rowsOf(classAffiliations),
  relationships: rowsOf(relationships),
  street_addresses: addressesOf(streetAddresses, constituentArrays.street_addresses),
  phone_numbers: addressesOf(phoneNumbers, constituentArrays.phone_numbers),
  email_addresses: addressesOf(emailAddresses, constituentArrays.email_addresses),
  web_addresses: addressesOf(webAddresses, constituentArrays.web_addresses),
  categories: ({id}, transaction) => presentHeldCategories(id, transaction),
  groups: rowsOf(groupMemberships),
  memberships: rowsOf(memberships),
  custom_attrs: ({custom_attrs}, transaction) => presentCustomAttributes(custom_attrs, transaction),
};

/** The single object: the 38 scalars, then every array. */
export const presentConstituent = presenterOf<ConstituentRow>(constituentDetail, presentArrays);
