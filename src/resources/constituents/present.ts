import {presenterOf} from '../../operations/presenter.js';
import type {ListedResource} from '../../operations/resource.js';
import type {CollectionSpec} from '../../store/collection.js';
import type {Row} from '../../store/order.js';
import type {Transaction} from '../../store/transaction.js';
import {type AddressRow, nested} from '../addresses/address.js';
import {emailAddresses} from '../addresses/email-addresses.js';
import {phoneNumbers} from '../addresses/phone-numbers.js';
import {streetAddresses} from '../addresses/street-addresses.js';
import {webAddresses} from '../addresses/web-addresses.js';
import {presentCustomAttributes} from '../attributes/custom-attributes.js';
import {presentHeldCategories} from '../categories/constituent-keywords.js';
import {groupMemberships} from '../memberships/group-memberships.js';
import {memberships} from '../memberships/memberships.js';
import {classAffiliations, presentClassAffiliation} from '../relationships/class-affiliations.js';
import {presentRelationship, relationships} from '../relationships/relationships.js';
import {type ArrayName, type ConstituentRow, constituentDetail} from './schema.js';

type Present = (row: ConstituentRow, transaction: Transaction) => object[];

function addressesOf<R extends AddressRow>(resource: ListedResource<R>): Present {
  const present = presenterOf<R>(nested(resource.output));
  return ({id}, transaction) => transaction.rows(resource).where('item_id', id).toArray().map(present);
}

function rowsOf<R extends Row & {readonly constituent_id: number}>(
  spec: CollectionSpec<R>,
  present: (row: R, transaction: Transaction) => object,
): Present {
  return ({id}, transaction) => {
    const rows = transaction.rows(spec).where('constituent_id', id).toArray();
    return rows.map(row => present(row, transaction));
  };
}

/** How each array of the single object is computed, in the order of the reply. */
export const presentArrays: Readonly<Record<ArrayName, Present>> = {
  class_affiliations: rowsOf(classAffiliations, presentClassAffiliation),
  relationships: rowsOf(relationships, presentRelationship),
  street_addresses: addressesOf(streetAddresses),
  phone_numbers: addressesOf(phoneNumbers),
  email_addresses: addressesOf(emailAddresses),
  web_addresses: addressesOf(webAddresses),
  categories: ({id}, transaction) => presentHeldCategories(id, transaction),
  groups: rowsOf(groupMemberships, groupMemberships.present),
  memberships: rowsOf(memberships, memberships.present),
  custom_attrs: ({custom_attrs}, transaction) => presentCustomAttributes(custom_attrs, transaction),
};

/** The single object: the 38 scalars, then every array. */
export const presentConstituent = presenterOf<ConstituentRow>(constituentDetail, presentArrays);
