import * as z from 'zod';
import {body, byOneOf, date, externalId, flag, integer, listOf, text, timestamp} from '../../schema/fields.js';
import {nested} from '../addresses/address.js';
import {emailAddresses} from '../addresses/email-addresses.js';
import {phoneNumbers} from '../addresses/phone-numbers.js';
import {streetAddresses} from '../addresses/street-addresses.js';
import {webAddresses} from '../addresses/web-addresses.js';
import {type AssignedAttribute, customAttributeBody, customAttributeOutput} from '../attributes/custom-attributes.js';
import {categoryOutput} from '../categories/categories.js';
import {categoryValueBody} from '../categories/category-values.js';
import {groupMembershipBody, groupMembershipOutput} from '../memberships/group-memberships.js';
import {membershipOutput} from '../memberships/memberships.js';
import {classAffiliationOutput} from '../relationships/class-affiliations.js';
import {relationshipOutput} from '../relationships/relationships.js';

/** The 38 scalars: an item of the list and of the search, and the head of the single object. */
export const constituentSummary = z.strictObject({
  id: z.int(),
  external_constituent_id: z.string().nullable(),
  is_org: z.boolean(),
  constituent_contact_type_id: z.int(),
  constituent_contact_type_name: z.string(),
  prefix: z.string().nullable(),
  first_name: z.string().nullable(),
  middle_name: z.string().nullable(),
  last_name: z.string().nullable(),
  suffix: z.string().nullable(),
  spouse_name: z.string().nullable(),
  org_name: z.string().nullable(),
  job_title: z.string().nullable(),
  addressee: z.string().nullable(),
  salutation: z.string().nullable(),
  sort_name: z.string(),
  constituent_interest_level_id: z.int().nullable(),
  constituent_interest_level_name: z.string().nullable(),
  constituent_rating_id: z.int().nullable(),
  constituent_rating_name: z.string().nullable(),
  is_deceased: z.boolean(),
  deceased_date: date.nullable(),
  annual_report_name: z.string().nullable(),
  birthday: date.nullable(),
  gender: z.string().nullable(),
  maiden_name: z.string().nullable(),
  nick_name: z.string().nullable(),
  spouse_nick_name: z.string().nullable(),
  date_added: date,
  alt_salutation: z.string().nullable(),
  alt_addressee: z.string().nullable(),
  honorary_name: z.string().nullable(),
  assistant_name: z.string().nullable(),
  marital_status_id: z.int().nullable(),
  marital_status_name: z.string().nullable(),
  is_anon: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
});

/** The arrays of the single object, in order; `expand` of a search adds them one by one, but for the first. */
export const constituentArrays = {
  class_affiliations: z.array(classAffiliationOutput),
  relationships: z.array(relationshipOutput),
  street_addresses: z.array(nested(streetAddresses.output)),
  phone_numbers: z.array(nested(phoneNumbers.output)),
  email_addresses: z.array(nested(emailAddresses.output)),
  web_addresses: z.array(nested(webAddresses.output)),
  categories: z.array(categoryOutput),
  groups: z.array(groupMembershipOutput),
  memberships: z.array(membershipOutput),
  custom_attrs: z.array(customAttributeOutput),
};

export type ArrayName = keyof typeof constituentArrays;

export const constituentDetail = z.strictObject({...constituentSummary.shape, ...constituentArrays});

export type ConstituentRow = Readonly<z.infer<typeof constituentSummary>> & {
  /** Lists and searches leave out those that are not active. Not on the wire. */
  readonly is_active: boolean;
  /** `sort_name` as it is compared: without case and accents. Not on the wire. */
  readonly sort_key: string;
  readonly custom_attrs: readonly AssignedAttribute[];
  /** Of the membership that ends last, null where there is none; see `latest-membership.ts`. Not on the wire. */
  readonly latest_membership_level_id: number | null;
  readonly latest_membership_level_ordinal: number | null;
  /** `<YYYY-MM-DD>`, or `open`. */
  readonly latest_membership_end: string | null;
};

/** The scalars of ConstituentCreate. */
const scalars = {
  external_constituent_id: externalId.nullish(),
  is_org: flag.nullish(),
  constituent_contact_type_id: integer.nullish(),
  constituent_contact_type_name: text.nullish(),
  prefix: text.nullish(),
  first_name: text,
  middle_name: text.nullish(),
  last_name: text,
  suffix: text.nullish(),
  spouse_name: text.nullish(),
  org_name: text.nullish(),
  job_title: text.nullish(),
  addressee: text.nullish(),
  salutation: text.nullish(),
  is_deceased: flag.nullish(),
  deceased_date: date.nullish(),
  annual_report_name: text.nullish(),
  birthday: date.nullish(),
  gender: text.nullish(),
  maiden_name: text.nullish(),
  nick_name: text.nullish(),
  spouse_nick_name: text.nullish(),
  date_added: date.nullish(),
  alt_salutation: text.nullish(),
  alt_addressee: text.nullish(),
  honorary_name: text.nullish(),
  assistant_name: text.nullish(),
  marital_status_id: integer.nullish(),
  marital_status_name: text.nullish(),
  is_anon: flag.nullish(),
};

const categoryBody = body({
  id: integer.nullish(),
  name: text.nullish(),
  key: text.nullish(),
  keywords: listOf(categoryValueBody),
});
const named = byOneOf('id', 'name', 'key');

export const constituentBody = body({
  ...scalars,
  email_addresses: listOf(emailAddresses.body),
  phone_numbers: listOf(phoneNumbers.body).nullish(),
  street_addresses: listOf(streetAddresses.body).nullish(),
  web_addresses: listOf(webAddresses.body).nullish(),
  categories: listOf(categoryBody.meta(named)).nullish(),
  groups: listOf(groupMembershipBody).nullish(),
  custom_attrs: listOf(customAttributeBody).nullish(),
});

/** What a PATCH may send: the arrays append, unless told to replace. */
export const constituentChanges = constituentBody
  .extend({
    first_name: text.nullable(),
    last_name: text.nullable(),
    email_addresses: listOf(emailAddresses.body).nullable(),
    categories: listOf(categoryBody.extend({remove_previous_keywords: flag.nullish()}).meta(named)).nullish(),
    groups: listOf(groupMembershipBody.extend({id: integer.nullish()})).nullish(),
    remove_previous_email_addresses: flag.nullish(),
    remove_previous_phone_numbers: flag.nullish(),
    remove_previous_street_addresses: flag.nullish(),
    remove_previous_web_addresses: flag.nullish(),
    remove_previous_groups: flag.nullish(),
  })
  .partial();

export type ConstituentBody = z.infer<typeof constituentChanges>;
